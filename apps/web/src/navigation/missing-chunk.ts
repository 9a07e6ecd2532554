/** The words of Chromium, Firefox and Safari for a module that could not be fetched; there is no code to go by. */
export function isMissingPart(error: unknown): error is Error {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script failed/i.test(error.message)
  )
}

const KEY = 'infra.loaded-again'

/**
 * A new version may have come out while the page was open: loaded again, it knows the names of today. Once for each name, or a
 * file that is really gone would make it a loop.
 */
export function loadAgainOnce(error: unknown): Promise<never> {
  if (!isMissingPart(error) || wasLoadedAgainFor(error.message)) throw error
  location.reload()
  return new Promise(() => {})
}

function wasLoadedAgainFor(message: string): boolean {
  try {
    if (sessionStorage.getItem(KEY) === message) return true
    sessionStorage.setItem(KEY, message)
    return false
  } catch {
    // What cannot be remembered would be done again and again.
    return true
  }
}
