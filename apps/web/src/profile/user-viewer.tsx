import { Refusal } from '@infra/protocol/refusal'
import type { User } from '@infra/protocol/users'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { Counts } from './counts.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { isWrongAddress, userQuery } from './profile-queries.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' })

/** The public profile of a person, over the current screen. Its children are shown once it is loaded. */
export function UserViewer({ id, children }: { id: string; children?: ReactNode }) {
  const { data: user, error, refetch } = useQuery(userQuery(id), queryClient)
  const { close } = useSearchParam('user')
  return (
    <Modal title={user ? (user.name ?? user.shortAddress) : 'A person'} onClose={close} wide>
      {user && <About user={user} />}
      {user && children}
      {!user && error && <Missing error={error} onRetry={() => void refetch()} onClose={close} />}
      {!user && !error && (
        <div role="status" aria-label="Loading" className="h-40 animate-breathe bg-raised" />
      )}
    </Modal>
  )
}

function About({ user }: { user: User }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-5">
        <ProfilePicture user={user} size={96} />
        <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1">
          <p className="font-mono text-sm break-all text-muted">{user.id}</p>
          <p className="label text-muted">Here since {day.format(user.createdAt)}</p>
        </div>
      </div>
      {user.bio && <p className="text-lg/7 break-words whitespace-pre-line">{user.bio}</p>}
      <Counts counts={user.counts} />
    </>
  )
}

function Missing({ error, onRetry, onClose }: { error: Error; onRetry: () => void; onClose: () => void }) {
  const isGone = error instanceof Refusal && isWrongAddress(error)
  return (
    <div role="alert" className="flex flex-col items-start gap-5">
      <p className="text-lg/7">
        {isGone
          ? 'There’s nobody here with this address. The account may be deleted, or the link is incomplete.'
          : describeRefusal(error).sentence}
      </p>
      {isGone ? (
        <Button onClick={onClose}>Close</Button>
      ) : (
        <Button icon="refresh" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
