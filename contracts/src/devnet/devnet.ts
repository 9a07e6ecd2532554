import { type Hex, hexToNumber, numberToHex, parseTransaction, recoverTransactionAddress } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { type DevnetKeys, openDevnetKeys } from './devnet-keys.ts'
import { type Journal, openJournal, setJournalAside } from './journal.ts'
import { mutex } from './mutex.ts'
import { openChain, RpcError, type RpcRequest } from './open-chain.ts'

/** As on mainnet, but blocks are only made while requests come in. */
const BLOCK_SECONDS = 12

const INVALID_INPUT = -32_000

interface Head {
  hash: Hex
  timestamp: Hex
}

interface Accounts {
  deployer: PrivateKeyAccount
  faucet: PrivateKeyAccount
}

export interface Devnet {
  accounts: Accounts
  /** Where its contracts are, or will be once they are deployed. */
  contracts: Pick<DevnetKeys, 'token' | 'staking'>
  /** Handles requests one after the other, so that no response shows a block that a kill could still undo. */
  ask: RpcRequest
  /** Resolves with the hash when the transaction is mined and on the disk. */
  send: (raw: Hex) => Promise<Hex>
  /** In seconds. */
  now: () => number
  close: () => Promise<void>
}

export interface DevnetOptions {
  folder: string
  clock: () => Date
  say: (sentence: string) => void
}

/**
 * A chain that outlives kill -9: its blocks are in a journal, and replayed at the next start they are the same blocks,
 * with the same hashes and receipts.
 */
export async function openDevnet({ folder, clock, say }: DevnetOptions): Promise<Devnet> {
  const now = () => Math.floor(clock().getTime() / 1000)
  const { deployer, faucet, ...contracts } = await openDevnetKeys(folder)
  const accounts = { deployer: privateKeyToAccount(deployer), faucet: privateKeyToAccount(faucet) }
  const { chain, journal } = await replay({ folder, now: now(), accounts, say })

  const head = async () => (await chain('eth_getBlockByNumber', ['latest', false])) as Head
  const exclusive = mutex()

  async function mine(raw?: Hex): Promise<Hex> {
    const before = await head()
    const at = Math.max(now(), hexToNumber(before.timestamp) + 1)
    const hash = await addBlock(chain, at, raw)
    const after = await head()
    if (after.hash === before.hash) {
      // Taken, but not worth mining at today's price: it would wait in memory, where the journal does not see it.
      await chain('hardhat_dropTransaction', [hash])
      throw new RpcError(INVALID_INPUT, 'transaction underpriced: maxFeePerGas is below the base fee')
    }
    await journal.append({ at, hash: after.hash, ...(raw && { raw }) })
    return hash
  }

  return {
    accounts,
    contracts,
    now,
    ask: (method, params) =>
      exclusive(async () => {
        const age = now() - hexToNumber((await head()).timestamp)
        if (age >= BLOCK_SECONDS) await mine()
        return chain(method, params)
      }),
    send: (raw) =>
      exclusive(async () => {
        await assertNextInLine(chain, raw)
        return mine(raw)
      }),
    close: () => exclusive(journal.close),
  }
}

interface ReplayOptions extends Pick<DevnetOptions, 'folder' | 'say'> {
  now: number
  accounts: Accounts
}

async function replay(options: ReplayOptions): Promise<{ chain: RpcRequest; journal: Journal }> {
  try {
    return await replayJournal(options)
  } catch (error) {
    // Another version wrote it, or it was edited. A stack that starts is worth more than the state of a devnet.
    options.say(
      `The devnet's old blocks cannot be replayed (${(error as Error).message}). It starts over; the old blocks are kept next to it.`,
    )
    await setJournalAside(options.folder)
    return replayJournal(options)
  }
}

async function replayJournal({
  folder,
  now,
  accounts,
}: ReplayOptions): Promise<{ chain: RpcRequest; journal: Journal }> {
  const { deployer, faucet } = accounts
  const journal = await openJournal(folder, { nowSeconds: now, deployer: deployer.address })
  try {
    const chain = await openChain(journal.genesisSeconds, [deployer.address, faucet.address])
    for (const { at, hash, raw } of journal.blocks) {
      await addBlock(chain, at, raw as Hex | undefined)
      const { hash: made } = (await chain('eth_getBlockByNumber', ['latest', false])) as Head
      if (made !== hash)
        throw new Error(`the block of ${new Date(at * 1000).toISOString()} came out differently`)
    }
    return { chain, journal }
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** Answers the hash of the transaction, or of nothing. */
async function addBlock(chain: RpcRequest, at: number, raw: Hex | undefined): Promise<Hex> {
  await chain('evm_setNextBlockTimestamp', [numberToHex(at)])
  if (raw) return (await chain('eth_sendRawTransaction', [raw])) as Hex
  await chain('hardhat_mine', ['0x1'])
  return '0x'
}

/** One that comes too early would wait in memory too. */
async function assertNextInLine(chain: RpcRequest, raw: Hex): Promise<void> {
  const { nonce = 0 } = parseTransaction(raw)
  const from = await recoverTransactionAddress({ serializedTransaction: raw as never })
  const next = hexToNumber((await chain('eth_getTransactionCount', [from, 'latest'])) as Hex)
  if (nonce > next) throw new RpcError(INVALID_INPUT, `nonce too high: next nonce ${next}, tx nonce ${nonce}`)
  if (nonce < next) throw new RpcError(INVALID_INPUT, `nonce too low: next nonce ${next}, tx nonce ${nonce}`)
}
