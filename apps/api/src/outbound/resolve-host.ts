import { Resolver } from 'node:dns/promises'

const QUERY_MS = 3_000
const TRIES = 2

/** All addresses of a name. */
export type ResolveHost = (name: string, signal: AbortSignal) => Promise<string[]>

/**
 * Uses DNS only. `dns.lookup` would occupy a thread of the pool that files need too, for as long as a stranger's name server likes; it
 * would also try this machine's search domains.
 */
export const resolveHost: ResolveHost = async (name, signal) => {
  if (/^(.+\.)?localhost\.?$/i.test(name)) return ['127.0.0.1', '::1']
  const resolver = new Resolver({ timeout: QUERY_MS, tries: TRIES })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
