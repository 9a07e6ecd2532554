import { Refusal } from '@infra/protocol/refusal'
import type { Config } from '../config.ts'

const DEVNET_MS_MAX = 10_000

/** Forwards a request to the development chain. The chain decides what is allowed. */
export async function askDevnet(
  { devnetRpcUrl }: Pick<Config, 'devnetRpcUrl'>,
  request: unknown,
): Promise<unknown> {
  if (!devnetRpcUrl) throw new Refusal('not_found', 'There is no development chain here.')
  try {
    const answer = await fetch(devnetRpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(DEVNET_MS_MAX),
    })
    return await answer.json()
  } catch (error) {
    throw new Refusal(
      'dependency_unavailable',
      'The development chain does not answer; try again in a moment.',
      {
        cause: error,
        retryAfterSeconds: 2,
      },
    )
  }
}
