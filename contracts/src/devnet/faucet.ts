import { encodeFunctionData, type Hex, hexToNumber, isAddress, pad, parseEther, toEventSelector } from 'viem'
import { infraTokenAbi } from '../generated/infra-token.ts'
import type { Devnet } from './devnet.ts'
import { mutex } from './mutex.ts'
import { RpcError } from './open-chain.ts'
import { sendFrom } from './send-from.ts'

const DAY_SECONDS = 86_400
const BAD_PARAMETERS = -32_602
const LIMIT_EXCEEDED = -32_005

const TOKENS = parseEther('20000')
const ETHER = parseEther('1')
/** A limit for all addresses together, since what a devnet stores is on its user's disk. */
const GIFTS_A_DAY_MAX = 500

interface Gift {
  to: Hex
  at: number
}

export type Faucet = (address: unknown) => Promise<Hex>

/** Gives ether and tokens to an address, once a day, and returns the hash of the tokens' transaction. */
export async function openFaucet(devnet: Devnet): Promise<Faucet> {
  const { faucet } = devnet.accounts
  let gifts = await listGifts(devnet)
  const exclusive = mutex()

  return (address) =>
    exclusive(async () => {
      if (typeof address !== 'string' || !isAddress(address, { strict: false }))
        throw new RpcError(BAD_PARAMETERS, 'The faucet needs an address.')
      const to = address.toLowerCase() as Hex
      gifts = gifts.filter(({ at }) => at > devnet.now() - DAY_SECONDS)
      if (gifts.some((gift) => gift.to === to))
        throw new RpcError(LIMIT_EXCEEDED, 'The faucet has given to this address today; come again tomorrow.')
      if (gifts.length >= GIFTS_A_DAY_MAX)
        throw new RpcError(LIMIT_EXCEEDED, 'The faucet has given enough for today; come again tomorrow.')

      // Tokens are sent last: a gift is recognised by them, so one that a kill interrupted can be requested again.
      await sendFrom(devnet, faucet, { to, value: ETHER })
      const data = encodeFunctionData({ abi: infraTokenAbi, functionName: 'transfer', args: [to, TOKENS] })
      const hash = await sendFrom(devnet, faucet, { to: devnet.contracts.token, data })
      gifts.push({ to, at: devnet.now() })
      return hash
    })
}

/** Read from the chain, so that nobody is given twice after a restart. */
async function listGifts(devnet: Devnet): Promise<Gift[]> {
  const transfers = {
    address: devnet.contracts.token,
    fromBlock: '0x0',
    toBlock: 'latest',
    topics: [
      toEventSelector('Transfer(address,address,uint256)'),
      pad(devnet.accounts.faucet.address).toLowerCase(),
    ],
  }
  const logs = (await devnet.ask('eth_getLogs', [transfers])) as {
    blockNumber: Hex
    topics: [Hex, Hex, Hex]
  }[]
  return Promise.all(
    logs.map(async ({ blockNumber, topics }) => {
      const block = await devnet.ask('eth_getBlockByNumber', [blockNumber, false])
      return { to: `0x${topics[2].slice(-40)}`, at: hexToNumber((block as { timestamp: Hex }).timestamp) }
    }),
  )
}
