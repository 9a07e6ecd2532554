/**
 * An unknown path gets the page, also one that cannot be decoded, which the router would otherwise refuse. The address of an endpoint
 * that cannot be decoded is left as it is: a mistake of the calling program.
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
