import { tierOf } from '@infra/protocol/staking'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { grantAllowances } from '../ledger/grant-allowances.ts'
import { countsIfHeldSince } from '../users/stake-rules.ts'
import {
  listCounting,
  listUnread,
  readStakingState,
  recordRead,
  requestFullRead,
  switchContract,
} from './stake-queries.ts'
import { stakingChainAt } from './staking-chain.ts'
import { dayOf } from './staking-rules.ts'
import { storeStakes } from './store-stakes.ts'

const READ_AT_ONCE_MAX = 500

/** Further behind than this, all stakes are read again, which is cheaper than reading all events since. */
const BLOCKS_BEHIND_MAX = 20_000n

/**
 * Reads the changed stakes, and grants today's allowance to people whose stake is a day old and reaches a tier. If the chain doesn't
 * respond, nothing is granted, and the next sweep makes up for it.
 */
export async function sweepStakes({ config, db, now }: Pick<Deps, 'config' | 'db' | 'now'>): Promise<void> {
  if (!config.staking) return
  const chain = stakingChainAt(config.staking)
  const { place, block } = await chain.readHead(now())
  const state = await readStakingState(db)
  if (state.place !== place) await transaction(db, (tx) => switchContract(tx, place))
  const scanned = state.place === place ? state.block : null

  if (scanned !== null && block - scanned > BLOCKS_BEHIND_MAX) await requestFullRead(db)
  else if (scanned !== null && block > scanned) await readChanged(scanned + 1n)
  await read(await listUnread(db, READ_AT_ONCE_MAX))
  await recordRead(db, { block, at: now() })

  const rested = await listCounting(db, countsIfHeldSince(now()))
  const allowances = rested.map(({ address, amount }) => ({
    address,
    credits: tierOf(amount)?.dailyCredits ?? 0,
  }))
  await grantAllowances(
    db,
    dayOf(now()),
    allowances.filter(({ credits }) => credits > 0),
  )

  async function readChanged(from: bigint) {
    await read(await chain.listChanged(from, block))
  }

  async function read(addresses: string[]) {
    if (addresses.length === 0) return
    const amounts = await chain.readStakes(addresses, block)
    await storeStakes(db, { addresses, amounts, block, at: now() })
  }
}
