import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../query-client.ts'
import { Button } from '../../ui/button.tsx'
import { useWallet } from '../../wallet/wallet-context.tsx'
import { problemOf, wordsOf } from '../../wallet/wallet-error.ts'
import { askFaucet } from '../faucet.ts'
import type { Spot } from '../staking-queries.ts'
import { failureWords } from '../transactions/failure-message.ts'
import { AddChainByHand } from './add-chain-by-hand.tsx'

/** The wallet is where there is no contract of ours. */
export function WrongChain({ chainId, chainName }: { chainId: number; chainName: string }) {
  const { wallet, state } = useWallet()
  const change = useMutation({ mutationFn: () => wallet.switchChain(chainId) }, queryClient)
  const chain = wallet.configuration.chains.find(({ id }) => id === chainId)
  return (
    <Notice
      action={
        <Button look="hot" disabled={change.isPending} onClick={() => change.mutate()}>
          Switch to {chainName}
        </Button>
      }
    >
      <p>
        Your wallet is on {state.chain.name}, where there is no staking contract. It is on {chainName}; until
        you switch, nothing can be signed.
      </p>
      {change.error && (
        <p role="alert" className="text-hot">
          {switchWords(change.error)}
        </p>
      )}
      {change.error && chain && !isDeclined(change.error) && <AddChainByHand chain={chain} />}
    </Notice>
  )
}

function isDeclined(error: unknown): boolean {
  return ['rejected', 'pending'].includes(problemOf(error))
}

function switchWords(error: unknown): string {
  return isDeclined(error) ? failureWords(error) : (wordsOf(error) ?? failureWords(error))
}

export function ChainAway({ chainName, readAt }: { chainName: string; readAt: number }) {
  return (
    <Notice>
      <p role="alert">
        {chainName} does not answer, so nothing can be staked or taken out just now.{' '}
        {readAt > 0 && `What you see was read at ${new Date(readAt).toLocaleTimeString()}. `}
        It is asked again by itself; the rest of Infra works.
      </p>
    </Notice>
  )
}

export function NotGenuine({ problem }: { problem: string }) {
  return (
    <Notice isBad>
      <p role="alert">{problem} Nothing can be signed here until that is put right.</p>
    </Notice>
  )
}

/** Said plainly, so that nobody takes play money for money. */
export function Devnet({ spot, isAway }: { spot: Spot; isAway: boolean }) {
  const gift = useMutation({ mutationFn: () => askFaucet(spot) }, queryClient)
  return (
    <Notice
      action={
        <Button disabled={gift.isPending || isAway} onClick={() => gift.mutate()}>
          {gift.isPending ? 'Asking the faucet…' : 'Get devnet ether and tokens'}
        </Button>
      }
    >
      <p>
        This is a devnet: ether and tokens here are worth nothing, and are given away to try things out, once
        a day.
      </p>
      {gift.isSuccess && (
        <p role="status" className="text-cool">
          Ether and tokens have arrived.
        </p>
      )}
      {gift.error && (
        <p role="alert" className="text-hot">
          {faucetWords(gift.error)}
        </p>
      )}
    </Notice>
  )
}

/** The faucet's own sentence is the innermost one. */
function faucetWords(error: unknown): string {
  const { details } = error as { details?: unknown }
  return typeof details === 'string' && details ? details : (wordsOf(error) ?? failureWords(error))
}

function Notice({ children, action, isBad }: { children: ReactNode; action?: ReactNode; isBad?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border p-4 sm:p-5 ${isBad ? 'border-hot' : 'border-edge'}`}
    >
      <div className="flex max-w-[38rem] min-w-0 flex-col gap-2 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}
