const LOCK = 'infra.sign-in'

interface LockOptions {
  /** Stops waiting. */
  signal: AbortSignal
  /** Another tab is already asking the wallet. */
  onWaiting: () => void
}

/**
 * Lets one tab at a time ask the wallet. A tab that had to wait doesn't ask afterwards, because the user has just answered in the other
 * one, whatever the answer was.
 */
export async function withSignInLock(
  signIn: () => Promise<void>,
  { signal, onWaiting }: LockOptions,
): Promise<void> {
  if (!navigator.locks) return signIn()
  const isDone = await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) await signIn()
    return lock !== null
  })
  if (isDone) return
  onWaiting()
  await navigator.locks.request(LOCK, { signal }, () => {})
}
