import '../bootstrap/zod-without-eval.ts'

import { createClient } from '@infra/protocol/client'
import { type Endpoint, type Reply, SAME_ORIGIN_PREFIX } from '@infra/protocol/endpoint'
import { type ErrorCode, Refusal } from '@infra/protocol/refusal'
import { refreshTokens } from '@infra/protocol/sessions'
import { configuration } from '../bootstrap/configuration.ts'
import { createAuthorization } from './authorization.ts'
import { logFailedCall } from './failed-calls.ts'
import { watchedFetch } from './reachability.ts'

export const { authorizationHeader, renewingFetch } = createAuthorization((token) =>
  // It's logged separately.
  send(refreshTokens, { body: { token } }),
)

/** How requests are sent: with a new token if the old one is refused, and notifying the shell if there's no response. */
export const authorizedFetch = renewingFetch(watchedFetch)

const send = createClient({
  prefix: ({ sameOrigin }) => (sameOrigin ? SAME_ORIGIN_PREFIX : configuration.apiPrefix),
  fetch: authorizedFetch,
  // An endpoint for anyone needs no authorization; these include the ones that renew or return a token.
  headers: ({ caller }) => (caller === 'anyone' ? {} : authorizationHeader()),
})

/**
 * Calls any endpoint of the API. A failure is logged and thrown; the user sees the screen's message or, if a query has none, the toast of
 * `query-client.ts`.
 */
export async function call<E extends Endpoint>(...request: Parameters<typeof send<E>>): Promise<Reply<E>> {
  try {
    return await send<E>(...request)
  } catch (error) {
    const [endpoint, input, options] = request as unknown as LooseRequest
    const isCancelled = options?.signal?.aborted ?? false
    if (!isCancelled && wasSent(error)) logFailedCall(shownPath(endpoint, input?.params), error as Error)
    throw error
  }
}

/** If the client itself refuses, for example because an id can't exist, it isn't a failed call: nothing was sent. */
function wasSent(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true
  return error.status !== undefined || error.code === 'dependency_unavailable'
}

/** Any request, for code that doesn't know the endpoint's input. */
type LooseRequest = [Endpoint, { params?: Record<string, unknown> }?, { signal?: AbortSignal }?]

/** The path as in the specification: below the prefix, unless it has its own place. */
function shownPath({ path, sameOrigin }: Endpoint, params: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return sameOrigin ? SAME_ORIGIN_PREFIX + filled : filled
}

/** The messages for screens without more specific ones. */
export const refusalMessages: Record<ErrorCode, string> = {
  address_invalid: 'That address isn’t valid. Check it for typos.',
  app_unavailable: 'This app is unavailable right now. You weren’t charged. Try again later.',
  app_unknown: 'App not found.',
  challenge_expired: 'That took too long. Sign in again.',
  conflict: 'This has changed in the meantime. Reload the page.',
  corrupt_file: 'The file is damaged and can’t be read.',
  dependency_unavailable: 'Infra isn’t responding. Try again in a moment.',
  empty_file: 'The file is empty.',
  favorites_limit: 'You’ve reached the limit for favourites. Remove one to add another.',
  fetch_failed: 'The file couldn’t be fetched from that address.',
  fetch_off: 'This network doesn’t fetch files from addresses. Upload the file.',
  forbidden: 'Your account can’t do this.',
  hash_mismatch: 'The file was damaged on the way. Send it again.',
  headers_too_large: 'Your browser sent too much data. Clear this site’s data and try again.',
  https_required: 'Nodes must use HTTPS to reach this network.',
  idempotency_key_reused: 'This was already sent with different content. Reload the page.',
  input_expired: 'The file has expired. Choose it again.',
  input_kind: 'This app needs a different type of file.',
  insufficient_credits: 'You don’t have enough credits for this.',
  internal_error: 'Something went wrong on our side, and we’ve logged it. Try again.',
  invalid_text: 'The text contains a character that can’t be stored.',
  invalid_token: 'You’ve been signed out. Link your wallet again.',
  job_cancelled: 'The job was cancelled.',
  job_expired: 'The job waited too long and was stopped.',
  job_final: 'The job has already ended.',
  job_running: 'The job is still running.',
  key_cap: 'This key has reached its limit.',
  lease_lost: 'Another node has this job now.',
  mail_limit: 'A mail was sent to this address lately. Try again tomorrow, or use another one.',
  mail_off: 'This network sends no mail.',
  malformed_json: 'Something is wrong with this page. Reload it and try again.',
  malformed_request: 'Something is wrong with this page. Reload it and try again.',
  method_not_allowed: 'Something is wrong with this page. Reload it and try again.',
  name_taken: 'That name is taken. Choose another.',
  network_refused: 'This key can’t be used from here.',
  node_not_linked: 'This node isn’t linked to an account yet. Link it first.',
  node_taken: 'This node belongs to someone else.',
  nonce_invalid: 'The sign-in request has expired. Sign in again.',
  nonce_used: 'This signature was already used. Sign in again.',
  not_acceptable: 'That response format isn’t supported.',
  not_found: 'There’s nothing here.',
  not_ready: 'The job has not ended yet.',
  output_refused: 'The node returned an invalid result.',
  payload_too_large: 'That’s too large.',
  price_above_limit: 'This costs more than the limit you set.',
  queue_limit: 'You have too many jobs waiting. Let some finish first.',
  quota_exceeded: 'You’ve reached today’s upload limit.',
  range_not_satisfiable: 'The file doesn’t have that part.',
  rate_limited: 'Too many requests. Wait a moment, then try again.',
  receipt_invalid: 'The node’s receipt does not match its work.',
  refresh_reused: 'Your session was ended for your safety. Link your wallet again.',
  request_timeout: 'The connection was too slow. Try again.',
  result_conflict: 'A different result was already submitted.',
  scope_missing: 'This key isn’t allowed to do this.',
  session_expired: 'Your session has ended. Link your wallet again.',
  session_superseded: 'The node signed in somewhere else.',
  signature_invalid: 'The wallet’s signature did not match. Sign in again.',
  storage_full: 'Storage is full right now. Try again later.',
  stream_limit: 'Too many tabs are open. Close some, or wait a moment.',
  type_mismatch: 'That file type isn’t supported. Use PNG, JPEG, WebP or WAV.',
  unauthenticated: 'Link your wallet first.',
  unsupported_encoding: 'Something is wrong with this page. Reload it and try again.',
  unsupported_media_type: 'That file type isn’t supported.',
  upgrade_required: 'The node uses a different protocol version.',
  url_invalid: 'The link is invalid or has expired. Reload the page.',
  url_refused: 'Infra can’t call this address.',
  validation_failed: 'Something in the form isn’t valid.',
}
