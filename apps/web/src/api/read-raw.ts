import type { Endpoint, Input, SAME_ORIGIN_PREFIX } from '@infra/protocol/endpoint'
import type { z } from 'zod'
import { configuration } from '../bootstrap/configuration.ts'
import { logFailedCall } from './failed-calls.ts'
import { lightAuthorization, lightRenewingFetch } from './light-authorization.ts'
import { watchedFetch } from './reachability.ts'

type QueryOf<E extends Endpoint> = Input<E> extends { query: infer Query } ? Query : Record<string, never>

/** An endpoint's response in its JSON form: times are text. */
export type Raw<E extends Endpoint> = E['response'] extends z.ZodType ? z.input<E['response']> : undefined

/**
 * Reads from an endpoint without its schemas, for what a first screen shows: zod is 24 kB, and the first paint would wait for it. The
 * compiler checks path, query and response against the endpoint: `readRaw<typeof listApps>('/app')`. A failure is logged and thrown, as by
 * `call`.
 */
export function readRaw<E extends Endpoint & { sameOrigin?: undefined }>(
  path: E['path'],
  query?: QueryOf<E>,
): Promise<Raw<E>> {
  return readJson(path, async () => {
    const address = configuration.apiPrefix + rawAddress<E>(path, query)
    return lightRenewingFetch(watchedFetch)(address, { headers: await lightAuthorization() })
  })
}

/** The same for an endpoint of the page's own origin, without authorization. */
export function readSameOrigin<E extends Endpoint & { sameOrigin: true }>(path: E['path']): Promise<Raw<E>> {
  const prefix: typeof SAME_ORIGIN_PREFIX = '/api'
  return readJson(prefix + path, () => watchedFetch(prefix + path))
}

async function readJson<T>(path: string, send: () => Promise<Response>): Promise<T> {
  try {
    const response = await send()
    if (!response.ok) throw new Error(`The network answered ${response.status}.`)
    return await response.json()
  } catch (error) {
    logFailedCall(path, error as Error)
    throw error
  }
}

/** The address that `readRaw` requests, which is also how the server names what it puts into the page. */
export function rawAddress<E extends Endpoint>(path: E['path'], query?: QueryOf<E>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}

/** The fields of an object that are times. */
export type MomentKeys<T> = { [K in keyof T]-?: Extract<T[K], Date> extends never ? never : K }[keyof T]

/** Parses times. Each type lists its time fields once, and a missing field doesn't compile. */
export function withMoments<T extends object>(raw: object, moments: Record<MomentKeys<T>, true>): T {
  const read: Record<string, unknown> = { ...raw }
  for (const name of Object.keys(moments)) {
    const text = read[name]
    if (typeof text === 'string') read[name] = new Date(text)
  }
  return read as T
}
