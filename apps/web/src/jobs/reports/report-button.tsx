import type { Job } from '@infra/protocol/jobs'
import { lazy, Suspense, useState } from 'react'
import { readerOf } from '../../account/account.ts'
import { useAccount } from '../../account/account-context.tsx'
import { toast } from '../../overlays/toast.ts'

// Loaded on demand: few users ever report something.
const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** A visitor is asked to link a wallet instead. */
export function ReportButton({ jobId }: { jobId: Job['id'] }) {
  const account = useAccount()
  const [isOpen, setOpen] = useState(false)

  const open = () => {
    if (readerOf(account)) return setOpen(true)
    toast('notice', 'Link a wallet to report a result.')
    if (account.phase === 'disconnected') account.link()
    else account.signIn()
  }
  return (
    <>
      <button
        type="button"
        className="min-h-11 self-start label text-muted underline-offset-4 hover:text-text hover:underline"
        onClick={open}
      >
        Report this result
      </button>
      {isOpen && (
        <Suspense>
          <ReportDialog jobId={jobId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
