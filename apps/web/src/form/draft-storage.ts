/** The storage of drafts: the browser's, or a test's. A function, since even reading `localStorage` may throw. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const browserStorage: DraftStorage = () => localStorage

/** Storage may contain anything, so the caller validates the content. */
export function readStoredDraft(key: string, storage = browserStorage): Record<string, unknown> | undefined {
  const kept = attempt(() => JSON.parse(storage().getItem(key) ?? 'null'))
  return typeof kept === 'object' && kept !== null ? (kept as Record<string, unknown>) : undefined
}

export function storeDraft(key: string, draft: unknown, storage = browserStorage): void {
  attempt(() => storage().setItem(key, JSON.stringify(draft)))
}

export function clearStoredDraft(key: string, storage = browserStorage): void {
  attempt(() => storage().removeItem(key))
}

/** Storage may be full, blocked or corrupt. A lost draft must not break the form. */
function attempt(step: () => unknown): unknown {
  try {
    return step()
  } catch {
    return undefined
  }
}
