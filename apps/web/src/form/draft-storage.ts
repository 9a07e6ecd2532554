/** Where drafts lie: the browser's storage, or a test's. Asked for late, since asking alone may fail. */
export type DraftStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const browserStorage: DraftStorage = () => localStorage

/** Anyone may have written there: what it holds is for the caller to judge. */
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

/** Storage may be full, switched off or hold nonsense. A draft is a kindness: losing it must not break the form. */
function attempt(step: () => unknown): unknown {
  try {
    return step()
  } catch {
    return undefined
  }
}
