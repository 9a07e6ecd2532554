import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { OpenAddresses } from './open-addresses.ts'
import type { ResolveHost } from './resolve-host.ts'

type Target = { target: URL; why?: undefined } | { target?: undefined; why: string }

/**
 * Where a request to a stranger's address goes, or why it's refused. WHATWG's parser normalizes every spelling of an IPv4 address (`127.1`,
 * `0x7f000001`, `①②⑦.0.0.1`).
 */
export function readTarget(url: string, rules: OpenAddresses): Target {
  if (!URL.canParse(url)) return { why: 'This is not an address.' }
  const target = new URL(url)
  if (target.username !== '' || target.password !== '')
    return { why: 'Leave out the user name and password.' }
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return { why: 'Use an https address.' }
  const host = hostOf(target)
  const isLiteral = isIP(host) !== 0
  if (isLiteral && !rules.isOpen(host)) return { why: 'This host is not on the internet.' }
  if (target.protocol === 'http:' && !mayBePlain(host, rules)) return { why: 'Use an https address.' }
  const port = target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : Number(target.port)
  if (port !== 443 && port !== 8443 && port <= 1024)
    return { why: 'Use port 443, port 8443 or one above 1024.' }
  return { target }
}

const hostOf = (target: URL) => target.hostname.replace(/^\[(.*)\]$/, '$1')

/** An address that the operator allowed, or the name of this machine. */
function mayBePlain(host: string, rules: OpenAddresses): boolean {
  return isIP(host) === 0 ? host === 'localhost' && rules.isAllowed('127.0.0.1') : rules.isAllowed(host)
}

/** The addresses of a host, without those that may not be called. */
export async function findAddresses(
  target: URL,
  { rules, resolve, signal }: { rules: OpenAddresses; resolve: ResolveHost; signal: AbortSignal },
): Promise<string[] | { failure: 'name_unknown' | 'url_refused'; message: string }> {
  const host = hostOf(target)
  if (isIP(host) !== 0) return [host]
  const all = await untilAborted(resolve(host, signal), signal)
  if (all.length === 0) return { failure: 'name_unknown', message: 'No host has this name.' }
  const isFit = target.protocol === 'http:' ? rules.isAllowed : rules.isOpen
  const open = all.filter(isFit)
  return open.length > 0 ? open : { failure: 'url_refused', message: 'This host is not on the internet.' }
}

export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Connects only to the addresses that were checked, without a second lookup that could differ. */
export function lookupAmong(addresses: string[]): LookupFunction {
  const found: LookupAddress[] = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_name, options, done) => {
    if (options.all) done(null, found)
    else done(null, found[0]!.address, found[0]!.family)
  }
}
