import { createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'

/** ERC-6492: how a signature says that it brings the deployment of its account along. */
const DEPLOYLESS_MARK = '6492'.repeat(16)

/** For all messages that a signature is checked against: a person is waiting to sign in. */
export const RPC_MS_MAX = 2_500

export interface Chain {
  /**
   * EIP-1271 and ERC-6492. Reads only: nothing that a signature asks for is ever sent as a transaction. Throws where the chain
   * did not answer before `deadline`.
   */
  isSignedByContract: (
    proof: { address: Hex; hash: Hex; signature: Hex },
    deadline: AbortSignal,
  ) => Promise<boolean>
}

/** The chain, as far as the API needs it, through the configured RPC. */
export function chainAt(rpcUrl: string): Chain {
  return {
    isSignedByContract: async (proof, deadline) => {
      const { client, failure } = readerOf(rpcUrl, deadline)
      const deployed = await client.getCode({ address: proof.address })
      // Most addresses that get here are no smart accounts: this cheap call spares the expensive one.
      if (!deployed && !proof.signature.endsWith(DEPLOYLESS_MARK)) return false
      const isSigned = await client.verifyHash(proof)
      // viem returns false for a failed call. Only an answer of the chain counts.
      if (!isSigned && failure()) throw failure()
      return isSigned
    },
  }
}

/** A client for one check, which remembers whether one of its requests failed. */
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
