const DATABASE = 'infra.feedback'
const STORE = 'pictures'

/**
 * The bytes of attached pictures, stored by the browser until the report is accepted, so that a reload or a day without network loses none.
 * If storage is blocked, they last as long as the page.
 */
export async function keepPicture(name: string, picture: Blob): Promise<void> {
  await withStore('readwrite', (store) => store.put(picture, name))
}

export async function readPicture(name: string): Promise<Blob | undefined> {
  const kept = await withStore('readonly', (store) => store.get(name))
  return kept instanceof Blob ? kept : undefined
}

export async function dropPicture(name: string): Promise<void> {
  await withStore('readwrite', (store) => store.delete(name))
}

async function withStore(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const database = await open()
    const result = await settled(work(database.transaction(STORE, mode).objectStore(STORE)))
    database.close()
    return result
  } catch {
    return undefined
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(STORE)
  return settled(request)
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
