import { z } from 'zod'

const SCHEME = /^postgres(ql)?:\/\//
const AUTHORITY = /^(postgres(?:ql)?:\/\/)([^/?#]*)(.*)$/

/** libpq's values that ask for the primary. Any other value is refused, because the API writes. */
const PRIMARY_ATTRS = ['read-write', 'primary']

/** One server, or several separated by commas, as in libpq: `postgresql://user:password@a:5432,b:5432/infra`. */
export const DatabaseUrl = z
  .string()
  .refine((given) => SCHEME.test(given) && serversIn(given) !== undefined, {
    message:
      'must be postgresql://user:password@host:port/database, with further hosts after commas; target_session_attrs may only be read-write',
  })

/** The servers that a database URL names, each as a URL of its own, in its order. */
export function serversOf(databaseUrl: string): string[] {
  const servers = serversIn(databaseUrl)
  if (!servers) throw new Error('This is not the URL of a PostgreSQL database.')
  return servers
}

function serversIn(databaseUrl: string): string[] | undefined {
  const [, scheme, authority, rest] = AUTHORITY.exec(databaseUrl) ?? []
  if (authority === undefined) return undefined
  const at = authority.lastIndexOf('@') + 1
  const hosts = authority.slice(at).split(',')
  const servers = hosts.map((host) => serverIn(`${scheme}${authority.slice(0, at)}${host}${rest}`))
  // A single one may have no host, as with a Unix socket.
  const hasHoles = hosts.length > 1 && hosts.includes('')
  return hasHoles || servers.includes(undefined) ? undefined : (servers as string[])
}

function serverIn(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined
  const url = new URL(text)
  const sessionAttrs = url.searchParams.get('target_session_attrs')
  if (sessionAttrs === null) return text
  url.searchParams.delete('target_session_attrs')
  return PRIMARY_ATTRS.includes(sessionAttrs) ? url.href : undefined
}
