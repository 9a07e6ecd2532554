import { createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'
import { RPC_MS_MAX } from './rpc-ms-max.ts'

/** ERC-6492: how a signature says that it includes the deployment of its account. */
const DEPLOYLESS_MARK = '6492'.repeat(16)

export interface Chain {
  /**
   * EIP-1271 and ERC-6492. Only reads: nothing that a signature asks for is ever sent as a transaction. Throws if the chain didn't answer
   * before `deadline`.
   */
  isSignedByContract: (
    proof: { address: Hex; hash: Hex; signature: Hex },
    deadline: AbortSignal,
  ) => Promise<boolean>
}

/** The part of the chain that the API needs, through the configured RPC. */
export function chainAt(rpcUrl: string): Chain {
  return {
    isSignedByContract: async (proof, deadline) => {
      const { client, failure } = readerOf(rpcUrl, deadline)
      const deployed = await client.getCode({ address: proof.address })
      // Most addresses that get here aren't smart accounts, and this cheap call saves the expensive one.
      if (!deployed && !proof.signature.endsWith(DEPLOYLESS_MARK)) return false
      const isSigned = await client.verifyHash(proof)
      // viem returns false for a failed call, but only an answer of the chain counts.
      if (!isSigned && failure()) throw failure()
      return isSigned
    },
  }
}

/** A client for one check, which records whether one of its requests failed. */
function readerOf(rpcUrl: string, deadline: AbortSignal) {
  let failed: Error | undefined
  const fetchFn: typeof fetch = async (input, init) => {
    try {
      const answer = await fetch(input, { ...init, signal: deadline })
      if (!answer.ok) failed = new Error(`The chain answered with status ${answer.status}.`)
      return answer
    } catch (cause) {
      failed = new Error('The chain did not answer.', { cause })
      throw cause
    }
  }
  const transport = http(rpcUrl, { timeout: RPC_MS_MAX, retryCount: 0, fetchFn })
  return { client: createPublicClient({ chain: mainnet, transport }), failure: () => failed }
}
