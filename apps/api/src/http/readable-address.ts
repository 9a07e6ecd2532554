/**
 * An unknown path gets the page, even one that can't be decoded, which the router would otherwise refuse. An endpoint's address that can't
 * be decoded stays as it is: a mistake of the calling program.
 */
export function readableAddress(url: string, prefixes: readonly string[]): string {
  return prefixes.some((prefix) => url.startsWith(`${prefix}/`)) || isDecodable(url.split('?', 1)[0]!)
    ? url
    : '/'
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
