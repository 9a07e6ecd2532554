import type { Job } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { mayConnect, readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { refreshLists } from '../jobs/job-queries.ts'
import { Button } from '../ui/button.tsx'
import { networkAddress } from './programs.ts'
import { RequestOutcome } from './request-outcome.tsx'
import { obtainTrialKey, revokeTrialKey, TRIAL_CREDITS, type TrialKey } from './trial-key.ts'
import { tryRequest } from './try-request.ts'

interface TryItProps {
  app: string
  appName: string
  trialKey: TrialKey | undefined
  /** Renders the result for people. */
  showResult: (job: Job) => ReactNode
}

/** Calls the network with the trial key, and disconnects on request or when the user leaves. */
function useTrial(app: string, address: string | undefined) {
  const abort = useRef<AbortController>(undefined)
  useEffect(() => () => abort.current?.abort(), [])
  const trying = useMutation(
    {
      mutationFn: async () => {
        abort.current = new AbortController()
        const { secret } = await obtainTrialKey(address!)
        return tryRequest({ address: networkAddress(), key: secret, app, signal: abort.current.signal })
      },
      onSettled: () => void refreshLists(),
    },
    queryClient,
  )
  return {
    trying,
    disconnect: () => abort.current?.abort(),
    isDisconnected: abort.current?.signal.aborted ?? false,
  }
}

/** Creates a key that is valid for an hour and calls the network with it, as a program would. */
export function TryIt({ app, appName, trialKey, showResult }: TryItProps) {
  const account = useAccount()
  const { phase, address } = account
  const { trying, disconnect, isDisconnected } = useTrial(app, address)
  const isKnown = readerOf(account) !== undefined
  const runButton = useRef<HTMLButtonElement>(null)
  const isCancelled = isDisconnected && !trying.isPending
  // Cancel disappears with the call, and the focus would be lost.
  useEffect(() => {
    if (isCancelled) runButton.current?.focus()
  }, [isCancelled])

  return (
    <section aria-labelledby="try-it" className="flex flex-col gap-5 border border-edge p-5 sm:p-6">
      <h2 id="try-it" className="text-xl/7 font-semibold">
        Try it
      </h2>
      <p className="max-w-[42rem] text-muted">
        {isKnown
          ? `Runs ${appName} on a sample, from this page, with a trial key: it’s valid for an hour, spends ${TRIAL_CREDITS} of your credits at most, and goes into the snippets above. It’s kept in this tab only.`
          : 'You need a wallet first: jobs are paid for with credits. You get 500 the first time you sign in.'}
      </p>
      <div className="flex flex-wrap gap-3">
        {isKnown ? (
          <Button
            ref={runButton}
            variant="primary"
            icon={trying.isPending ? 'loading' : undefined}
            disabled={trying.isPending || phase !== 'authenticated'}
            onClick={() => trying.mutate()}
          >
            {trying.isPending ? 'Running' : trialKey ? `Run ${appName}` : `Make a key and run ${appName}`}
          </Button>
        ) : (
          <Button
            variant="primary"
            icon="link"
            disabled={phase !== 'connected' && !mayConnect(account)}
            onClick={phase === 'connected' ? account.signIn : account.link}
          >
            {phase === 'connected' ? 'Sign in' : 'Link'}
          </Button>
        )}
        {trying.isPending && (
          <Button variant="text" onClick={disconnect}>
            Cancel
          </Button>
        )}
        {trialKey && !trying.isPending && <RevokeButton trialKey={trialKey} />}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {trying.error && !isDisconnected && failureSentence(trying.error)}
      </p>
      <p role="status" className="text-muted empty:hidden">
        {trying.isPending &&
          'Waiting for the result. A node’s first run of an app can take minutes, because it fetches the model.'}
        {trying.error &&
          isDisconnected &&
          'Cancelled. You get the credits back, except for text that was already written.'}
      </p>
      {trying.data && <RequestOutcome app={app} outcome={trying.data} showResult={showResult} />}
    </section>
  )
}

function RevokeButton({ trialKey }: { trialKey: TrialKey }) {
  const revoking = useMutation({ mutationFn: () => revokeTrialKey(trialKey) }, queryClient)
  return (
    <>
      <Button variant="text" disabled={revoking.isPending} onClick={() => revoking.mutate()}>
        Revoke the trial key
      </Button>
      <p role="alert" className="basis-full text-danger empty:hidden">
        {revoking.error && describeRefusal(revoking.error).sentence}
      </p>
    </>
  )
}

function failureSentence(error: Error): string {
  const { sentence, fields } = describeRefusal(error)
  return fields.creditsPerDay ? `Credits per day ${fields.creditsPerDay}.` : sentence
}
