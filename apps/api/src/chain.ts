import { createPublicClient, type Hex, http } from 'viem'
import { mainnet } from 'viem/chains'

/** ERC-6492: how a signature says that it brings the deployment of its account along. */
const DEPLOYLESS_MARK = '6492'.repeat(16)

const RPC_MS_MAX = 5_000

export interface Chain {
  /** EIP-1271 and ERC-6492. Reads only: nothing that a signature asks for is ever sent as a transaction. */
  isSignedByContract: (proof: { address: Hex; message: string; signature: Hex }) => Promise<boolean>
}

/** The chain, as far as the API needs it, through the configured RPC. */
export function chainAt(rpcUrl: string): Chain {
  const client = createPublicClient({
    chain: mainnet,
    transport: http(rpcUrl, { timeout: RPC_MS_MAX, retryCount: 0 }),
  })
  return {
    isSignedByContract: async (proof) => {
      const deployed = await client.getCode({ address: proof.address })
      // Most who end here are not smart accounts at all; one cheap question spares the expensive one.
      if (!deployed && !proof.signature.endsWith(DEPLOYLESS_MARK)) return false
      return client.verifyMessage(proof)
    },
  }
}
