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
  // It has a line of its own in the log.
  send(refreshTokens, { body: { token } }),
)

/** How requests are sent: with a new token where the old one is refused, and telling the shell when nobody answers. */
export const authorizedFetch = renewingFetch(watchedFetch)

const send = createClient({
  prefix: ({ sameOrigin }) => (sameOrigin ? SAME_ORIGIN_PREFIX : configuration.apiPrefix),
  fetch: authorizedFetch,
  // An endpoint for anyone does not ask who is calling; among these are the ones that renew a token or give it back.
  headers: ({ caller }) => (caller === 'anyone' ? {} : authorizationHeader()),
})

/**
 * Calls any endpoint of the API. A failure is logged and thrown; what the user sees of it is the screen's message or, where a
 * query has none, the toast of `query-client.ts`.
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

/** What the client refuses itself, such as an id that cannot exist, is no failed call: nothing was asked. */
function wasSent(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true
  return error.status !== undefined || error.code === 'dependency_unavailable'
}

/** Any request, seen without the endpoint that would say what its input looks like. */
type LooseRequest = [Endpoint, { params?: Record<string, unknown> }?, { signal?: AbortSignal }?]

/** As the specification names it: below the prefix, but for what has a place of its own. */
function shownPath({ path, sameOrigin }: Endpoint, params: Record<string, unknown> = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]))
  return sameOrigin ? SAME_ORIGIN_PREFIX + filled : filled
}

/** What a person reads where a screen has no better words. */
export const refusalMessages: Record<ErrorCode, string> = {
  address_invalid: 'The address is not valid: a character may be mistyped.',
  app_unavailable: 'No node runs this app right now. Nothing was charged; try again later.',
  app_unknown: 'There is no such app.',
  challenge_expired: 'The message was signed too late. Sign in again.',
  conflict: 'Someone else was faster. Load the page again to see how things stand.',
  corrupt_file: 'The file is damaged and cannot be read.',
  dependency_unavailable: 'The network does not answer right now. Try again in a moment.',
  empty_file: 'The file is empty.',
  favorites_limit: 'You have as many favorites as one person may keep. Remove one to add another.',
  forbidden: 'Your account is not allowed to do this.',
  hash_mismatch: 'The file was changed on its way. Send it again.',
  headers_too_large: 'The browser sent more than the network takes. Clearing this site’s data helps.',
  https_required: 'Nodes reach this network over https alone.',
  idempotency_key_reused: 'This was sent before with other content. Load the page again.',
  input_expired: 'The file is no longer kept. Choose it again.',
  input_kind: 'The app needs a file of another kind.',
  insufficient_credits: 'You do not have enough credits for this.',
  internal_error: 'Something broke on our side. It was logged; try again.',
  invalid_text: 'The text has a character that cannot be stored.',
  invalid_token: 'Your sign-in is no longer valid. Link your wallet again.',
  job_cancelled: 'The job was cancelled.',
  job_expired: 'The job waited too long and was ended.',
  job_final: 'The job has ended already.',
  job_running: 'The job is still running.',
  key_cap: 'This key has reached its limit.',
  lease_lost: 'Another node has this job now.',
  malformed_json: 'The network could not read what this page sent. Load the page again.',
  malformed_request: 'The network could not read what this page sent. Load the page again.',
  method_not_allowed: 'The network could not read what this page sent. Load the page again.',
  name_taken: 'Someone else has this name. Choose another.',
  network_refused: 'This key may not be used from here.',
  node_not_linked: 'This node belongs to nobody yet. Link it first.',
  node_taken: 'This node belongs to someone else.',
  nonce_invalid: 'The network knows no message to sign. Sign in again.',
  nonce_used: 'This signature was used before. Sign in again.',
  not_acceptable: 'The network cannot answer in that form.',
  not_found: 'There is nothing here.',
  not_ready: 'The job has not ended yet.',
  output_refused: 'The node handed in something else than the app makes.',
  payload_too_large: 'That is larger than the network takes.',
  price_above_limit: 'This costs more than you allowed.',
  queue_limit: 'You have as many jobs waiting as one person may. Let some finish first.',
  quota_exceeded: 'You have sent as much as one person may in a day.',
  range_not_satisfiable: 'The file has no such part.',
  rate_limited: 'That was too often. Wait a moment, then try again.',
  receipt_invalid: 'The node’s receipt does not match its work.',
  refresh_reused: 'Your session was ended for your safety. Link your wallet again.',
  request_timeout: 'The connection was too slow. Try again.',
  result_conflict: 'Another result was handed in before.',
  scope_missing: 'This key may not do this.',
  session_expired: 'Your session has ended. Link your wallet again.',
  session_superseded: 'The node signed in from another place.',
  signature_invalid: 'The wallet’s signature did not match. Sign in again.',
  storage_full: 'There is no room for files right now. Try again later.',
  stream_limit: 'Too many pages are open here. Close some, or wait a moment.',
  type_mismatch: 'The file is not of a kind that the network takes: send PNG, JPEG, WebP or WAV.',
  unauthenticated: 'Link your wallet first.',
  unsupported_encoding: 'The network could not read what this page sent. Load the page again.',
  unsupported_media_type: 'The network does not take files of this kind.',
  upgrade_required: 'The node speaks another version of the protocol.',
  url_invalid: 'The link is not valid, or no longer. Load the page again.',
  validation_failed: 'Something in the form is not valid.',
}
