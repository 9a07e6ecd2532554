import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { useWallet } from '../../wallet/wallet-context.tsx'
import { messageOf, problemOf } from '../../wallet/wallet-error.ts'
import { requestTokens } from '../faucet.ts'
import type { StakingContext } from '../staking-queries.ts'
import { failureMessage } from '../transactions/failure-message.ts'
import { AddChainByHand } from './add-chain-by-hand.tsx'

/** The wallet is on a chain without our contract. */
export function WrongChain({ chainId, chainName }: { chainId: number; chainName: string }) {
  const { wallet, state } = useWallet()
  const change = useMutation({ mutationFn: () => wallet.switchChain(chainId) }, queryClient)
  const chain = wallet.configuration.chains.find(({ id }) => id === chainId)
  return (
    <Notice
      action={
        <Button variant="primary" disabled={change.isPending} onClick={() => change.mutate()}>
          Switch to {chainName}
        </Button>
      }
    >
      <p>
        Your wallet is on {state.chain.name}, where there is no staking contract. It is on {chainName}; until
        you switch, nothing can be signed.
      </p>
      {change.error && (
        <p role="alert" className="text-danger">
          {switchMessage(change.error)}
        </p>
      )}
      {change.error && chain && !isDeclined(change.error) && <AddChainByHand chain={chain} />}
    </Notice>
  )
}

function isDeclined(error: unknown): boolean {
  return ['rejected', 'pending'].includes(problemOf(error))
}

function switchMessage(error: unknown): string {
  return isDeclined(error) ? failureMessage(error) : (messageOf(error) ?? failureMessage(error))
}

export function ChainAway({ chainName, readAt }: { chainName: string; readAt: number }) {
  return (
    <Notice>
      <p role="alert">
        {chainName} isn’t responding, so you can’t stake or withdraw right now.{' '}
        {readAt > 0 && `What you see was read at ${new Date(readAt).toLocaleTimeString()}. `}
        We’ll keep trying. The rest of Infra works.
      </p>
    </Notice>
  )
}

export function NotGenuine({ problem }: { problem: string }) {
  return (
    <Notice isBad>
      <p role="alert">{problem} Nothing can be signed here until that’s fixed.</p>
    </Notice>
  )
}

/** Says plainly that the tokens of the devnet are worth nothing. */
export function Devnet({ context, isAway }: { context: StakingContext; isAway: boolean }) {
  const faucet = useMutation({ mutationFn: () => requestTokens(context) }, queryClient)
  return (
    <Notice
      action={
        <Button disabled={faucet.isPending || isAway} onClick={() => faucet.mutate()}>
          {faucet.isPending ? 'Asking the faucet…' : 'Get devnet ether and tokens'}
        </Button>
      }
    >
      <p>
        This is a devnet: ether and tokens here are worth nothing, and are given away to try things out, once
        a day.
      </p>
      {faucet.isSuccess && (
        <p role="status" className="text-cool">
          Ether and tokens have arrived.
        </p>
      )}
      {faucet.error && (
        <p role="alert" className="text-danger">
          {faucetMessage(faucet.error)}
        </p>
      )}
    </Notice>
  )
}

/** viem wraps the faucet's own message, so use the innermost one. */
function faucetMessage(error: unknown): string {
  const { details } = error as { details?: unknown }
  return typeof details === 'string' && details ? details : (messageOf(error) ?? failureMessage(error))
}

function Notice({ children, action, isBad }: { children: ReactNode; action?: ReactNode; isBad?: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border p-4 sm:p-5 ${isBad ? 'border-danger' : 'border-edge'}`}
    >
      <div className="flex max-w-[38rem] min-w-0 flex-col gap-2 wrap-anywhere">{children}</div>
      {action}
    </div>
  )
}
