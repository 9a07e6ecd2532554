import type { z } from 'zod'
import type { ErrorCode } from './refusal.ts'
import type { KeyScope } from './values/api-key.ts'

/**
 * Who may call an endpoint; the API identifies each kind in one place. `guest` is an account if one is signed in, otherwise nobody in
 * particular.
 */
export type Caller = 'anyone' | 'guest' | 'account' | 'node' | 'moderator'

/** How often one caller may call an endpoint; counted by account if there is one, else by network address. */
export interface RateLimit {
  count: number
  seconds: number
}

/** One endpoint of the API, as data. The route, the client and the OpenAPI document are all derived from it. */
export type Endpoint = Described & (WithBody | WithoutBody)

/** What is read into memory has a limit that fits what the schema allows; a test compares the two. */
interface WithBody {
  body: z.ZodType
  bodyBytesMax: number
  /** How many JSON values the body may contain, not counting keys; `BODY_VALUES_MAX` by default. */
  bodyValuesMax?: number
  /** If values of the body may be data URLs: the body's size including them. Without them it stays within `bodyBytesMax`. */
  bodyWithFilesBytesMax?: number
}

interface WithoutBody {
  body?: undefined
  bodyBytesMax?: undefined
  bodyValuesMax?: undefined
  bodyWithFilesBytesMax?: undefined
}

/** The prefix of the endpoints on the pages' own origin. */
export const SAME_ORIGIN_PREFIX = '/api'

/** More than any of our bodies needs, except for lists of JSON-RPC calls. */
export const BODY_VALUES_MAX = 1_000

interface Described {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's prefix, with parameters in braces: `/job/{id}`. */
  path: `/${string}`
  /** One sentence for the reader of the OpenAPI document. */
  summary: string
  caller: Caller
  /** The scope that an API key needs to call it; `any` key may. An endpoint without one refuses keys. */
  scope?: KeyScope | 'any'
  /** Pages call it on their own origin below `SAME_ORIGIN_PREFIX`, whatever the API's prefix is. */
  sameOrigin?: true
  /** Only nodes call it, but without a token: to get one, or to be linked. */
  isForNodes?: true
  params?: z.ZodObject
  query?: z.ZodObject
  /** Headers that the endpoint reads, by their lowercase names; it doesn't see others. */
  headers?: z.ZodObject
  /**
   * Only for the holder of a lease: the attempt in `params.id`, the token in `x-lease-token` and the calling node are checked before the
   * body is read. `held or finished` also accepts an attempt that has submitted its results, which may do so again.
   */
  lease?: 'held' | 'held or finished'
  /** The body is one file, sent as form data in the field `file`; it's written to disk and never completely in memory. */
  upload?: { bytesMax: number }
  /** The body may also be form data with fields and files, each up to `bytesMax`; files are written to disk. */
  parts?: { filesMax: number; bytesMax: number }
  /** The body comes as form data (urlencoded or multipart), not as JSON. */
  form?: true
  /** The response isn't JSON but the bytes of a file, or a stream of server-sent events. */
  media?: 'file' | 'events'
  /** Also the presenter: a field that isn't in it is never sent. `null` means 204, no content. */
  response: z.ZodType | null
  /** The success status; by default 200, or 204 if there's no response. */
  status?: 200 | 201 | 202
  limit?: RateLimit
  /** The response may come late, because the endpoint waits for something; some only wait if the query says `wait`. */
  waits?: true | 'where asked'
  /** In addition to `commonRefusals`. */
  refusals: readonly ErrorCode[]
}

/** What a node sends there would let others act as that node, so it requires https. */
export function isForNodes(endpoint: Endpoint): boolean {
  return endpoint.caller === 'node' || endpoint.isForNodes === true
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** What the caller passes: `{ params, query, headers, body, file }`, each only if the endpoint has it. */
export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'headers', E['headers']> &
  Part<'body', E['body']> &
  (E['upload'] extends object ? { file: Blob } : unknown)

/** The same for a caller, who can leave out parts without required fields. */
export type Request<E extends Endpoint> = {
  [P in keyof Input<E> as object extends Input<E>[P] ? never : P]: Input<E>[P]
} & { [P in keyof Input<E> as object extends Input<E>[P] ? P : never]?: Input<E>[P] }

/** What the program on either side works with; in transit it's encoded. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler whose endpoint has no response returns nothing.
export type Output<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : void

/** What a caller of the client gets; media are passed on as they come. */
export type Reply<E extends Endpoint> = E['media'] extends string ? Response : Output<E>

type Part<K extends string, S> = S extends z.ZodType ? { [P in K]: z.output<S> } : unknown
