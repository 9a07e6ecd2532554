/** Where drafts lie: the browser's storage, or a test's. Asked for late, since asking alone may fail. */
export type Shelf = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const browserShelf: Shelf = () => localStorage

/** Anyone may have written there: what it holds is for the caller to judge. */
export function readFrom(key: string, shelf = browserShelf): Record<string, unknown> | undefined {
  const kept = attempt(() => JSON.parse(shelf().getItem(key) ?? 'null'))
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined
}

export function putOn(key: string, draft: unknown, shelf = browserShelf): void {
  attempt(() => shelf().setItem(key, JSON.stringify(draft)))
}

export function clearFrom(key: string, shelf = browserShelf): void {
  attempt(() => shelf().removeItem(key))
}

/** Storage may be full, switched off or hold nonsense. A draft is a kindness: losing it must not break the form. */
function attempt(step: () => unknown): unknown {
  try {
    return step()
  } catch {
    return undefined
  }
}
