import { type Hex, parseGwei } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Devnet } from './devnet.ts'
import { DEVNET_ID, RpcError } from './open-chain.ts'

const INTERNAL = -32_603

/** Sends for one of the devnet's own accounts; what they send has to succeed. */
export async function sendFrom(
  devnet: Devnet,
  account: PrivateKeyAccount,
  { to, data, value = 0n }: { to?: Hex; data?: Hex; value?: bigint },
): Promise<Hex> {
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: DEVNET_ID,
    nonce: Number(await devnet.ask('eth_getTransactionCount', [account.address, 'latest'])),
    to,
    data,
    value,
    gas: 8_000_000n,
    maxFeePerGas: parseGwei('100'),
    maxPriorityFeePerGas: 1n,
  })
  const hash = await devnet.send(raw)
  const receipt = (await devnet.ask('eth_getTransactionReceipt', [hash])) as { status: Hex }
  if (receipt.status !== '0x1') throw new RpcError(INTERNAL, `transaction ${hash} was reverted`)
  return hash
}
