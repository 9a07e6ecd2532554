import { logError } from '../diagnostics/log-error.ts'
import { toast, toasts } from '../overlays/toast.ts'

/** The paths of failed calls, by the error that each of them threw. */
const paths = new WeakMap<WeakKey, string>()

/** Every failed call is logged, whether or not a screen shows a message for it (decision 46). */
export function logFailedCall(path: string, error: Error): void {
  paths.set(error, path)
  logError(messageFor(path), error)
}

/** For a screen without its own message for a failed call. If several parts of a page wait for the same path, it's shown once. */
export function toastFailedCall(error: Error): void {
  const path = paths.get(error)
  // What is loaded from elsewhere, such as the chain, isn't a call of the API.
  if (path === undefined) return
  const text = messageFor(path)
  if (!toasts.get().some((shown) => shown.text === text)) toast('failure', text)
}

function messageFor(path: string): string {
  return `Failed to fetch data: ${path}`
}
