import type { Job } from '@infra/protocol/jobs'
import type { SignedCheck } from '@infra/protocol/signatures/checks'
import { listNetworkKeys } from '@infra/protocol/signatures/network-keys'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { logError } from '../../diagnostics/log-error.ts'
import { Button } from '../../ui/button.tsx'
import type { VerifiedClaim } from './verify-receipt.ts'
import { WhatRan } from './what-ran.tsx'

/** The receipt that the node signed, and a button to verify it in this browser, together with its check where there was one. */
export function ReceiptCheck({ job, check }: { job: Job; check?: SignedCheck }) {
  const { receipt } = job
  const verifying = useMutation(
    {
      mutationFn: async () => {
        const [{ verifyReceipt }, { items }] = await Promise.all([
          import('./verify-receipt.ts'),
          call(listNetworkKeys),
        ])
        return verifyReceipt(job, receipt!, items, check)
      },
      onError: (error) => logError('The receipt could not be checked', error),
    },
    queryClient,
  )
  if (!receipt) return null
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Signed by the node <code className="font-mono text-sm break-all">{receipt.claims.node}</code>. It took{' '}
        {(receipt.claims.runMs / 1000).toFixed(1)} s, as reported by the node.
      </p>
      <WhatRan claims={receipt.claims} />
      {verifying.data ? (
        <Verdict claims={verifying.data} />
      ) : (
        <div className="flex flex-wrap items-center gap-4">
          <Button
            icon={verifying.isPending ? 'loading' : undefined}
            disabled={verifying.isPending}
            onClick={() => verifying.mutate()}
          >
            {verifying.isPending ? 'Checking' : 'Verify'}
          </Button>
          <p role="alert" className="text-danger empty:hidden">
            {verifying.error && 'Couldn’t load everything it takes to check this. Try again.'}
          </p>
        </div>
      )}
    </div>
  )
}

function Verdict({ claims }: { claims: VerifiedClaim[] }) {
  const holds = claims.every((claim) => claim.holds !== false)
  const isContradicted = claims.some(({ warns }) => warns)
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className={`font-semibold ${holds && !isContradicted ? 'text-cool' : 'text-danger'}`}>
        {headline(claims, isContradicted)}
      </p>
      <ul className="flex flex-col gap-1.5">
        {claims.map(({ claim, holds }) => (
          <li key={claim} className="grid grid-cols-[4.5rem_minmax(0,1fr)] gap-2">
            <span
              className={`label pt-1 ${holds === null ? 'text-muted' : holds ? 'text-cool' : 'text-danger'}`}
            >
              {holds === null ? 'unknown' : holds ? 'holds' : 'fails'}
            </span>
            {claim}
          </li>
        ))}
      </ul>
      <p className="text-muted">
        It proves who claimed what, and that nobody has changed it since. What this does not prove: that the
        node really ran what it says, that its measure of time is right, or who its operator is.
      </p>
    </div>
  )
}

function headline(claims: VerifiedClaim[], isContradicted: boolean): string {
  if (claims.some(({ holds }) => holds === false)) return 'Not verified: something doesn’t match.'
  const what = claims.every(({ holds }) => holds) ? 'every file' : 'every file shown here'
  return isContradicted
    ? `Every signature and ${what} matches, but other machines got a different result.`
    : `Verified: every signature and ${what} matches.`
}
