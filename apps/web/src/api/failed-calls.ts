import { logError } from '../diagnostics/log-error.ts'
import { toast, toasts } from '../overlays/toast.ts'

/** The paths of the calls that failed, by the error that each of them threw. */
const paths = new WeakMap<WeakKey, string>()

/** Every call that fails is logged, whether or not a screen has words for it (decision 46). */
export function logFailedCall(path: string, error: Error): void {
  paths.set(error, path)
  logError(messageFor(path), error)
}

/** For a screen without words of its own for a failed call. Several parts of a page may wait for one path, and say so once. */
export function toastFailedCall(error: Error): void {
  const path = paths.get(error)
  // What is read from elsewhere, such as the chain, is no call of the API.
  if (path === undefined) return
  const text = messageFor(path)
  if (!toasts.get().some((shown) => shown.text === text)) toast('failure', text)
}

function messageFor(path: string): string {
  return `Failed to fetch data: ${path}`
}
