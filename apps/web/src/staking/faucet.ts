import { queryClient } from '../api/query-client.ts'
import type { StakingContext } from './staking-queries.ts'

/** The devnet's own method: ether for fees and tokens to stake, once a day for each address. */
export async function requestTokens({ client, address }: StakingContext): Promise<void> {
  await client.request({ method: 'infra_faucet', params: [address] } as never)
  await queryClient.invalidateQueries({ queryKey: ['staking'] })
}
