import type { StakingPlace } from '@infra/protocol/staking'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Address } from 'viem'
import { queryClient } from '../../query-client.ts'
import { useStore } from '../../use-store.ts'
import { useWallet } from '../../wallet/wallet-context.tsx'
import type { Reading } from '../reward-rules.ts'
import { allowanceQuery, checkQuery, readingQuery, type Spot } from '../staking-queries.ts'
import { shownTokens, TOKEN_SYMBOL } from '../token-amount.ts'
import { isUnderWay, type Operation, operations, operationsOf } from '../transactions/operations.ts'
import {
  confirmationsNeeded,
  type Order,
  resumeTransactions,
  runOperation,
} from '../transactions/run-operation.ts'
import { MyFigures } from './figures.tsx'
import { HistoryView } from './history-view.tsx'
import { Leaving } from './leaving.tsx'
import { ChainAway, Devnet, NotGenuine, WrongChain } from './notices.tsx'
import { OperationList } from './operation-list.tsx'
import { PoolFacts } from './pool-facts.tsx'
import { StakeForm } from './stake-form.tsx'
import { StakingSkeleton } from './staking-skeleton.tsx'
import { TierLadder } from './tier-ladder.tsx'

/** For a wallet that is linked; `address` is the account's. */
export function StakingScreen({ place, address }: { place: StakingPlace; address: Address }) {
  const { wallet, state } = useWallet()
  const spot = useMemo<Spot>(
    () => ({ client: wallet.chainClient(place.chainId), place, address }),
    [wallet, place, address],
  )
  useEffect(() => resumeTransactions(spot), [spot])
  const reading = useQuery(readingQuery(spot), queryClient)
  const check = useQuery(checkQuery(spot), queryClient)
  const chain = wallet.configuration.chains.find(({ id }) => id === place.chainId)
  const chainName = chain?.name ?? 'the chain'
  const isElsewhere = state.chain.id !== place.chainId
  const problem = check.data?.problem
  const isSilent = hasFailed(reading) || hasFailed(check)
  // Read through a wallet that is elsewhere, a chain cannot answer: that is said already.
  const isAway = isSilent && !(isElsewhere && !chain?.rpcUrl)
  return (
    <div className="flex flex-col gap-8">
      <p className="-mt-4 max-w-[38rem] text-lg/7 text-muted">
        Put tokens behind the network: they earn rewards by the second, and credits for jobs each day. What
        you stake stays yours, and you can take it out at any time.
      </p>
      {place.faucet && <Devnet spot={spot} isAway={isAway} />}
      {isElsewhere && <WrongChain chainId={place.chainId} chainName={chainName} />}
      {isAway && <ChainAway chainName={chainName} readAt={reading.dataUpdatedAt} />}
      {problem && <NotGenuine problem={problem} />}
      {reading.data ? (
        <Desk
          spot={spot}
          reading={reading.data}
          chainName={chainName}
          hindrance={hindranceOf({ isElsewhere, isAway, isChecked: check.isSuccess, problem, chainName })}
        />
      ) : (
        <WithoutReading spot={spot} isAway={isAway} isLoading={!isSilent} />
      )}
    </div>
  )
}

/** The last time it was asked; a query that has no data yet forgets its error while it asks again. */
function hasFailed({
  errorUpdatedAt,
  dataUpdatedAt,
}: {
  errorUpdatedAt: number
  dataUpdatedAt: number
}): boolean {
  return errorUpdatedAt > dataUpdatedAt
}

/** While the chain is away: what is pending, and what the API last read of the stake. */
function WithoutReading({ spot, isAway, isLoading }: { spot: Spot; isAway: boolean; isLoading: boolean }) {
  const { address } = spot
  const { data } = useQuery({ ...allowanceQuery(address), enabled: isAway }, queryClient)
  const mine = useMyOperations(spot)
  if (isLoading) return <StakingSkeleton />
  if (!isAway) return null
  return (
    <div className="flex max-w-[38rem] flex-col gap-8">
      <OperationList operations={mine} needed={confirmationsNeeded(spot)} />
      {data?.mine.stake && data.mine.readAt && (
        <>
          <p>
            At {data.mine.readAt.toLocaleTimeString()}, when Infra last read it, you had{' '}
            {shownTokens(BigInt(data.mine.stake))} {TOKEN_SYMBOL} staked.
          </p>
          <TierLadder staked={BigInt(data.mine.stake)} address={address} />
        </>
      )}
    </div>
  )
}

function useMyOperations({ place, address }: Spot): Operation[] {
  return operationsOf(useStore(operations), { chainId: place.chainId, address })
}

interface Hindrances {
  isElsewhere: boolean
  isAway: boolean
  isChecked: boolean
  problem: string | undefined
  chainName: string
}

function hindranceOf({ isElsewhere, isAway, isChecked, problem, chainName }: Hindrances): string | undefined {
  if (problem) return 'Signing is switched off: the contract is not the one this page was built with.'
  if (isAway) return `${chainName} does not answer.`
  if (isElsewhere) return `Switch your wallet to ${chainName} first.`
  return isChecked ? undefined : 'The contract is being checked.'
}

interface DeskProps {
  spot: Spot
  reading: Reading
  chainName: string
  hindrance: string | undefined
}

function Desk({ spot, reading, chainName, hindrance }: DeskProps) {
  const { wallet } = useWallet()
  const { place, address } = spot
  const mine = useMyOperations(spot)
  const blocked = hindrance ?? (mine.some(isUnderWay) ? 'A transaction is under way.' : undefined)
  const order = (wanted: Order) => runOperation(wallet, spot, wanted)
  return (
    <>
      <MyFigures reading={reading} />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex flex-col gap-8">
          <StakeForm reading={reading} blocked={blocked} onOrder={order} />
          <OperationList operations={mine} needed={confirmationsNeeded(spot)} />
          <Leaving
            reading={reading}
            isBlocked={blocked !== undefined}
            onOrder={(wanted) => void order(wanted)}
          />
        </div>
        <div className="flex flex-col gap-12">
          <TierLadder staked={reading.staked} address={address} />
          <PoolFacts pool={reading} place={place} chainName={chainName} isGenuine={!hindrance} />
        </div>
      </div>
      <HistoryView spot={spot} />
    </>
  )
}
