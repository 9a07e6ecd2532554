import './zod-without-eval.ts'

import { createClient } from '@infra/protocol/client'
import type { Endpoint, Output } from '@infra/protocol/endpoint'
import type { ErrorCode } from '@infra/protocol/refusal'
import { authorizationHeader } from './account/authorization.ts'
import { configuration } from './configuration.ts'
import { logError } from './log.ts'
import { watchedFetch } from './shell/reachability.ts'
import { toast } from './shell/toast.ts'

/** Through any door of the API; throws a `Refusal`. For whoever has words of their own for it. */
export const call = createClient({
  prefix: configuration.apiPrefix,
  fetch: watchedFetch,
  headers: authorizationHeader,
})

/** The generic call: a failure is told by a toast and in the log, and nothing is returned. */
export async function fetchData<E extends Endpoint>(
  ...request: Parameters<typeof call<E>>
): Promise<Output<E> | undefined> {
  try {
    return await call<E>(...request)
  } catch (error) {
    const [{ path }, input, options] = request as unknown as LooseRequest
    if (options?.signal?.aborted) return undefined
    const sentence = `Failed to fetch data: ${filled(path, input?.params)}`
    toast('failure', sentence)
    logError(sentence, error)
    return undefined
  }
}

/** Any request, seen without the endpoint that would say what its input looks like. */
type LooseRequest = [Endpoint, { params?: Record<string, unknown> }?, { signal?: AbortSignal }?]

function filled(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
}

/** What a person reads where a screen has no better words. */
export const words: Record<ErrorCode, string> = {
  address_invalid: 'The address is not valid: a character may be mistyped.',
  challenge_expired: 'The message was signed too late. Sign in again.',
  conflict: 'Someone else was faster. Load the page again to see how things stand.',
  dependency_unavailable: 'The network does not answer right now. Try again in a moment.',
  forbidden: 'Your account is not allowed to do this.',
  headers_too_large: 'The browser sent more than the network takes. Clearing this site’s data helps.',
  internal_error: 'Something broke on our side. It was logged; try again.',
  invalid_text: 'The text has a character that cannot be stored.',
  invalid_token: 'Your sign-in is no longer valid. Link your wallet again.',
  malformed_json: 'The network could not read what this page sent. Load the page again.',
  malformed_request: 'The network could not read what this page sent. Load the page again.',
  method_not_allowed: 'The network could not read what this page sent. Load the page again.',
  name_taken: 'Someone else has this name. Choose another.',
  nonce_invalid: 'The network knows no message to sign. Sign in again.',
  nonce_used: 'This signature was used before. Sign in again.',
  not_found: 'There is nothing here.',
  payload_too_large: 'That is larger than the network takes.',
  rate_limited: 'That was too often. Wait a moment, then try again.',
  refresh_reused: 'Your session was ended for your safety. Link your wallet again.',
  request_timeout: 'The connection was too slow. Try again.',
  session_expired: 'Your session has ended. Link your wallet again.',
  signature_invalid: 'The wallet’s signature did not match. Sign in again.',
  unauthenticated: 'Link your wallet first.',
  unsupported_encoding: 'The network could not read what this page sent. Load the page again.',
  unsupported_media_type: 'The network does not take files of this kind.',
  validation_failed: 'Something in the form is not valid.',
}
