import { type Session, signOutEverywhere } from '@infra/protocol/sessions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { describeBrowser } from './describe-browser.ts'
import { sessionsQuery } from './profile-queries.ts'
import { Section } from './section.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

export function Sessions({ address, onSignedOut }: { address: string; onSignedOut: () => void }) {
  const { data, error, refetch } = useQuery(sessionsQuery(address), queryClient)
  const leaving = useMutation(
    { mutationFn: () => call(signOutEverywhere), onSuccess: onSignedOut },
    queryClient,
  )
  const problem = leaving.error ?? error

  return (
    <Section title="Active sessions">
      {data ? (
        <ul className="flex flex-col divide-y divide-line border-y border-line">
          {data.items.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      ) : (
        <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {problem && describeRefusal(problem).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button disabled={leaving.isPending} onClick={() => leaving.mutate()}>
          Sign out everywhere
        </Button>
        {error && (
          <Button variant="text" icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        )}
      </div>
    </Section>
  )
}

function SessionRow({ session }: { session: Session }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <span>
        {describeBrowser(session.userAgent)}
        {session.current && <span className="label ml-3 text-cool">this device</span>}
      </span>
      <span className="font-mono text-sm text-muted">last used {moment.format(session.lastUsedAt)}</span>
    </li>
  )
}
