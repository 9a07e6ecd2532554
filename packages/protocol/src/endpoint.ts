import type { z } from 'zod'
import type { ErrorCode } from './refusal.ts'

/** Who may come through a door. The API identifies each kind in one place. */
export type Caller = 'anyone' | 'account' | 'node' | 'moderator'

/** How often one caller may come through a door; counted by account where there is one, else by network address. */
export interface RateLimit {
  count: number
  seconds: number
}

/** One door of the API, as data. The route, the client and the OpenAPI document all derive from it. */
export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the API's prefix, with parameters in braces: `/job/{id}`. */
  path: `/${string}`
  /** One sentence for the reader of the OpenAPI document. */
  summary: string
  caller: Caller
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  /** The body comes as form data (urlencoded or multipart), not as JSON. */
  form?: true
  /** Also the presenter: a field that is not in it cannot leave the house. `null` means 204, no content. */
  response: z.ZodType | null
  /** The success status; 200 where not said, 204 where there is no response. */
  status?: 200 | 201 | 202
  limit?: RateLimit
  /** Beyond those of `commonRefusals`. */
  refusals: readonly ErrorCode[]
}

export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** What the caller hands in: `{ params, query, body }`, each only where the endpoint has it. */
export type Input<E extends Endpoint> = Part<'params', E['params']> &
  Part<'query', E['query']> &
  Part<'body', E['body']>

/** What the program on either side works with; on the wire it is encoded. */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler whose door has no response returns nothing.
export type Output<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : void

type Part<K extends string, S> = S extends z.ZodType ? { [P in K]: z.output<S> } : unknown
