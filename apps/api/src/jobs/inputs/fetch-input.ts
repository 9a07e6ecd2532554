import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import type { Deps } from '../../deps.ts'

/** How much one person may have fetched. */
const PER_PERSON = { count: 30, seconds: 60 }

/** How often one host is requested for everyone together, so that many accounts can't flood it. */
const PER_HOST = { count: 120, seconds: 60 }

/** By then, a fetch in progress has ended. */
const RETRY_AFTER_SECONDS = 10

type FetchDeps = Pick<Deps, 'config' | 'now' | 'outbound' | 'rateLimiter'>

/** Fetches a file that an order names by its address. */
export async function fetchInput(deps: FetchDeps, url: string, owner: string): Promise<Buffer> {
  const { config, now, outbound, rateLimiter } = deps
  refuseFetchOff(deps)
  await rateLimiter('fetch an input', PER_PERSON)(owner, now())
  const fetched = await outbound.fetchFile({
    url,
    owner,
    bytesMax: UPLOAD_BYTES_MAX,
    userAgent: `Infra-Fetch/1 (+${config.publicUrl.origin})`,
    admit: (network) => rateLimiter('fetch an input from', PER_HOST)(network, now()),
  })
  if (fetched.failure === undefined) return fetched.bytes
  const retryAfterSeconds = fetched.failure === 'rate_limited' ? RETRY_AFTER_SECONDS : undefined
  throw new Refusal(fetched.failure, fetched.message, { ...(retryAfterSeconds && { retryAfterSeconds }) })
}

export function refuseFetchOff({ config }: Pick<Deps, 'config'>): void {
  if (config.fetchInputs) return
  throw new Refusal(
    'fetch_off',
    'This network does not fetch files from addresses (FETCH_INPUTS is off). Upload the file, or send it as a data URL.',
  )
}
