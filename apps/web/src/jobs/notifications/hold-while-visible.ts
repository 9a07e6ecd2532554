/** The same as in `public/service-worker.js`, which shows no notification while any page has this lock. */
const VISIBLE_LOCK = 'infra.looked-at'

/** Keeps the lock while this page is visible. Returns a function that ends it. */
export function holdWhileVisible(): () => void {
  let release: (() => void) | undefined
  const stop = () => {
    release?.()
    release = undefined
  }
  const follow = () => {
    if (document.hidden) return stop()
    if (release) return
    const held = Promise.withResolvers<void>()
    release = held.resolve
    void navigator.locks.request(VISIBLE_LOCK, { mode: 'shared' }, () => held.promise)
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  return () => {
    document.removeEventListener('visibilitychange', follow)
    stop()
  }
}
