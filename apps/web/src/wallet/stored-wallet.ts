const KEY = 'infra.wallet'

/** The id of the last linked wallet, unless the user disconnected it. */
export function storedWallet(): string | undefined {
  try {
    return localStorage.getItem(KEY) || undefined
  } catch {
    // Storage is blocked, so nothing was remembered.
    return undefined
  }
}

export function storeWallet(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Storage is blocked or full: the user links the wallet again next time.
  }
}

export function deleteStoredWallet(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Calls back when the user disconnects in another tab. Returns the function that stops watching. */
export function watchDeletedElsewhere(onDeleted: () => void): () => void {
  function onStorage(event: StorageEvent) {
    // A null key is the whole storage being cleared.
    if ((event.key === KEY && event.newValue === null) || event.key === null) onDeleted()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
