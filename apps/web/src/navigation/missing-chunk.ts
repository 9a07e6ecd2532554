/** Chromium, Firefox and Safari have only these messages for a module that could not be fetched, and no error code. */
export function isMissingChunk(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed/i.test(error.message)
  )
}

const STORAGE_KEY = 'infra.loaded-again'

/**
 * A new version may have been deployed while the page was open; reloaded, the page knows the new file names. Only once per message,
 * or a file that is really gone would reload the page in a loop.
 */
export function reloadOnce(error: unknown): Promise<never> {
  if (!isMissingChunk(error) || wasReloadedFor(error.message)) throw error
  location.reload()
  return new Promise(() => {})
}

function wasReloadedFor(message: string): boolean {
  try {
    if (sessionStorage.getItem(STORAGE_KEY) === message) return true
    sessionStorage.setItem(STORAGE_KEY, message)
    return false
  } catch {
    // Without storage a reload would be repeated for ever.
    return true
  }
}
