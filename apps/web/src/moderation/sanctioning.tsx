import type { SanctionAct } from '@infra/protocol/sanctions'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { imposing, type SanctionSubject } from './moderation-queries.ts'
import { ReasonForm } from './reason-form.tsx'

/** For moderators: suspends or bans a node, or an operator with all of their nodes. */
export function Sanctioning({ subject }: { subject: SanctionSubject }) {
  const [isOpen, setOpen] = useState(false)
  const impose = useMutation(
    {
      ...imposing(subject),
      onSuccess: (_, { act }) => {
        toast('notice', doneMessages[act])
        setOpen(false)
      },
    },
    queryClient,
  )
  const what = 'node' in subject ? 'this node' : 'this operator'
  return (
    <section aria-label="Sanctions" className="flex flex-col gap-4 border-t border-line pt-5">
      {isOpen ? (
        <>
          <p className="text-muted">{consequence(subject)}</p>
          <ReasonForm
            hint="Its operator reads this, and it stays on record."
            isPending={impose.isPending}
            onDecide={(why, act = 'suspend') => impose.mutate({ act: act as SanctionAct, why })}
          >
            <Button type="submit" value="suspend" disabled={impose.isPending}>
              Suspend
            </Button>
            <Button type="submit" value="ban" variant="primary" disabled={impose.isPending}>
              Ban
            </Button>
            <Button variant="text" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </ReasonForm>
          <p role="alert" className="text-danger empty:hidden">
            {impose.error && errorMessage(impose.error)}
          </p>
        </>
      ) : (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Suspend or ban {what}
        </Button>
      )}
    </section>
  )
}

function consequence(subject: SanctionSubject): string {
  return 'node' in subject
    ? 'Its running jobs go to others at once, and it gets no more. After a ban its key cannot be linked again by anyone.'
    : 'All of their nodes stop: running jobs go to others at once, and they can link no other node.'
}

const doneMessages: Record<SanctionAct, string> = {
  suspend: 'Suspended. The operator is notified of the reason.',
  ban: 'Banned. The operator is notified of the reason.',
}
