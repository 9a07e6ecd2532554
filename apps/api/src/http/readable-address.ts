/**
 * Any unknown path leads home, also one that cannot be decoded, which the router would refuse before we see it. An endpoint's
 * address that cannot be decoded stays what it is: a mistake of the program that calls it.
 */
export function readableAddress(url: string, prefix: string): string {
  return url.startsWith(`${prefix}/`) || isDecodable(url.split('?', 1)[0]!) ? url : '/'
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
