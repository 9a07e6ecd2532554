const KEY = 'infra.wallet'

/** The id of the wallet that was linked last, unless the person disconnected it. */
export function rememberedWallet(): string | undefined {
  try {
    return localStorage.getItem(KEY) || undefined
  } catch {
    // A browser that blocks storage has not remembered anything.
    return undefined
  }
}

export function rememberWallet(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Blocked or full: the person clicks once more next time.
  }
}

export function forgetWallet(): void {
  try {
    localStorage.removeItem(KEY)
  } catch {
    // Blocked: there is nothing to forget.
  }
}

/** Tells when the person disconnected in another tab. Returns what ends the watch. */
export function watchForgottenElsewhere(onForgotten: () => void): () => void {
  function hear(event: StorageEvent) {
    // A null key is the whole storage being cleared.
    if ((event.key === KEY && event.newValue === null) || event.key === null) onForgotten()
  }
  window.addEventListener('storage', hear)
  return () => window.removeEventListener('storage', hear)
}
