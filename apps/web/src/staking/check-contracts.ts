import { type ExpectedCode, isExpectedCode } from '@infra/contracts/deployed-code'
import { infraStakingAbi, infraStakingCode } from '@infra/contracts/generated/infra-staking'
import { infraTokenCode } from '@infra/contracts/generated/infra-token'
import type { StakingDeployment } from '@infra/protocol/staking'
import { type Address, isAddressEqual, type PublicClient } from 'viem'

/** Returns undefined if both contracts have the code that we compiled; else says what differs, for the user who was about to sign. */
export async function checkContracts({
  client,
  deployment,
}: {
  client: PublicClient
  deployment: StakingDeployment
}): Promise<{ problem?: string }> {
  const { contract, token } = deployment
  const chainId = await client.getChainId()
  if (chainId !== deployment.chainId)
    return { problem: `What answers for chain ${deployment.chainId} is chain ${chainId}.` }
  const isOurs = async (address: Address, expected: ExpectedCode) =>
    isExpectedCode(await client.getCode({ address }), expected)
  if (!(await isOurs(contract, infraStakingCode)))
    return {
      problem: `What stands at ${contract} is not the staking contract that this page was built with.`,
    }
  if (!(await isOurs(token, infraTokenCode)))
    return { problem: `What stands at ${token} is not the token that this page was built with.` }
  const staked = await client.readContract({ abi: infraStakingAbi, address: contract, functionName: 'token' })
  if (!isAddressEqual(staked, token))
    return { problem: `The contract takes another token than ${token}: the one at ${staked}.` }
  return {}
}
