import type { StakingDeployment } from '@infra/protocol/staking'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Address } from 'viem'
import { queryClient } from '../../api/query-client.ts'
import { useStore } from '../../store/use-store.ts'
import { useWallet } from '../../wallet/wallet-context.tsx'
import type { Reading } from '../reward-rules.ts'
import { allowanceQuery, checkQuery, readingQuery, type StakingContext } from '../staking-queries.ts'
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
import { ChainAway, Devnet, NotGenuine, WrongChain } from './notices.tsx'
import { OperationList } from './operation-list.tsx'
import { PoolFacts } from './pool-facts.tsx'
import { StakeForm } from './stake-form.tsx'
import { StakingSkeleton } from './staking-skeleton.tsx'
import { TierLadder } from './tier-ladder.tsx'
import { WithdrawPanel } from './withdraw-panel.tsx'

/** For a linked wallet; `address` is its account. */
export function StakingScreen({ deployment, address }: { deployment: StakingDeployment; address: Address }) {
  const { wallet, state } = useWallet()
  const context = useMemo<StakingContext>(
    () => ({ client: wallet.chainClient(deployment.chainId), deployment, address }),
    [wallet, deployment, address],
  )
  useEffect(() => resumeTransactions(context), [context])
  const reading = useQuery(readingQuery(context), queryClient)
  const check = useQuery(checkQuery(context), queryClient)
  const chain = wallet.configuration.chains.find(({ id }) => id === deployment.chainId)
  const chainName = chain?.name ?? 'the chain'
  const isElsewhere = state.chain.id !== deployment.chainId
  const problem = check.data?.problem
  const isSilent = hasFailed(reading) || hasFailed(check)
  // A chain that is read through a wallet on another chain can't respond, and the notice about the wrong chain already says so.
  const isAway = isSilent && !(isElsewhere && !chain?.rpcUrl)
  return (
    <div className="flex flex-col gap-8">
      <p className="-mt-4 max-w-[38rem] text-lg/7 text-muted">
        Back the network with tokens. They earn rewards by the second, and credits for jobs each day. Your
        stake stays yours, and you can withdraw it at any time.
      </p>
      {deployment.faucet && <Devnet context={context} isAway={isAway} />}
      {isElsewhere && <WrongChain chainId={deployment.chainId} chainName={chainName} />}
      {isAway && <ChainAway chainName={chainName} readAt={reading.dataUpdatedAt} />}
      {problem && <NotGenuine problem={problem} />}
      {reading.data ? (
        <StakingPanels
          context={context}
          reading={reading.data}
          chainName={chainName}
          blocker={findBlocker({ isElsewhere, isAway, isChecked: check.isSuccess, problem, chainName })}
        />
      ) : (
        <NoReading context={context} isAway={isAway} isLoading={!isSilent} />
      )}
    </div>
  )
}

/** Keeps the last error: a query without data loses it while it is fetched again. */
function hasFailed({
  errorUpdatedAt,
  dataUpdatedAt,
}: {
  errorUpdatedAt: number
  dataUpdatedAt: number
}): boolean {
  return errorUpdatedAt > dataUpdatedAt
}

/** While the chain doesn't respond: what is pending, and the stake as the API last read it. */
function NoReading({
  context,
  isAway,
  isLoading,
}: {
  context: StakingContext
  isAway: boolean
  isLoading: boolean
}) {
  const { address } = context
  const { data } = useQuery(
    { ...allowanceQuery(address), enabled: isAway, meta: { ownMessage: false } },
    queryClient,
  )
  const mine = useMyOperations(context)
  if (isLoading) return <StakingSkeleton />
  if (!isAway) return null
  return (
    <div className="flex max-w-[38rem] flex-col gap-8">
      <OperationList operations={mine} needed={confirmationsNeeded(context)} />
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

function useMyOperations({ deployment, address }: StakingContext): Operation[] {
  return operationsOf(useStore(operations), { chainId: deployment.chainId, address })
}

interface BlockerFacts {
  isElsewhere: boolean
  isAway: boolean
  isChecked: boolean
  problem: string | undefined
  chainName: string
}

function findBlocker({
  isElsewhere,
  isAway,
  isChecked,
  problem,
  chainName,
}: BlockerFacts): string | undefined {
  if (problem) return 'Signing is switched off: the contract is not the one this page was built with.'
  if (isAway) return `${chainName} isn’t responding.`
  if (isElsewhere) return `Switch your wallet to ${chainName} first.`
  return isChecked ? undefined : 'The contract is being checked.'
}

interface StakingPanelsProps {
  context: StakingContext
  reading: Reading
  chainName: string
  blocker: string | undefined
}

function StakingPanels({ context, reading, chainName, blocker }: StakingPanelsProps) {
  const { wallet } = useWallet()
  const { deployment, address } = context
  const mine = useMyOperations(context)
  const blocked = blocker ?? (mine.some(isUnderWay) ? 'A transaction is in progress.' : undefined)
  const order = (wanted: Order) => runOperation(wallet, context, wanted)
  return (
    <>
      <MyFigures reading={reading} />
      <div className="grid gap-x-16 gap-y-12 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="flex flex-col gap-8">
          <StakeForm reading={reading} blocked={blocked} onOrder={order} />
          <OperationList operations={mine} needed={confirmationsNeeded(context)} />
          <WithdrawPanel
            reading={reading}
            isBlocked={blocked !== undefined}
            onOrder={(wanted) => void order(wanted)}
          />
        </div>
        <div className="flex flex-col gap-12">
          <TierLadder staked={reading.staked} address={address} />
          <PoolFacts pool={reading} deployment={deployment} chainName={chainName} isGenuine={!blocker} />
        </div>
      </div>
      <HistoryView context={context} />
    </>
  )
}
