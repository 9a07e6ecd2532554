import type { Job } from '@infra/protocol/jobs'
import { listNetworkKeys } from '@infra/protocol/signatures/network-keys'
import { useMutation } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { logError } from '../../diagnostics/log-error.ts'
import { Button } from '../../ui/button.tsx'
import type { Check } from './verify-receipt.ts'

/** The receipt that the node signed, and a button to verify it in this browser. */
export function ReceiptCheck({ job }: { job: Job }) {
  const { receipt } = job
  const verifying = useMutation(
    {
      mutationFn: async () => {
        const [{ verifyReceipt }, { items }] = await Promise.all([
          import('./verify-receipt.ts'),
          call(listNetworkKeys),
        ])
        return verifyReceipt(job, receipt!, items)
      },
      onError: (error) => logError('The receipt could not be checked', error),
    },
    queryClient,
  )
  if (!receipt) return null
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        Signed by the node <code className="font-mono text-sm break-all">{receipt.claims.node}</code>, which
        worked on it for {(receipt.claims.runMs / 1000).toFixed(1)} s by its own measure.
      </p>
      {verifying.data ? (
        <Verdict checks={verifying.data} />
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
            {verifying.error && 'Something did not arrive, so nothing can be said. Try again.'}
          </p>
        </div>
      )}
    </div>
  )
}

function verdictOf(checks: Check[]): string {
  if (checks.some(({ holds }) => holds === false)) return 'Not verified: something does not hold.'
  return checks.every(({ holds }) => holds)
    ? 'Verified: every signature and every file holds.'
    : 'Verified: every signature and every file shown here holds.'
}

function Verdict({ checks }: { checks: Check[] }) {
  const good = checks.every(({ holds }) => holds !== false)
  return (
    <div role="status" className="flex flex-col gap-4">
      <p className={`font-semibold ${good ? 'text-cool' : 'text-danger'}`}>{verdictOf(checks)}</p>
      <ul className="flex flex-col gap-1.5">
        {checks.map(({ claim, holds }) => (
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
        What this does not prove: that the node ran the app honestly and not something else, that its measure
        of time is right, or who its operator is. It proves whose word it is, and that the word has not been
        changed.
      </p>
    </div>
  )
}
