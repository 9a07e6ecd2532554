import type { AvatarJudgement, ReviewedAvatars } from '@infra/protocol/moderation'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { Modal } from '../ui/modal.tsx'
import { avatarsQuery, judgingAvatar } from './moderation-queries.ts'
import { ReasonForm } from './reason-form.tsx'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

interface Judgement {
  act: AvatarJudgement
  sha256: string
}

/** For moderators, on a person's profile: hides the picture, or shows it again. */
export function AvatarReview({ userId }: { userId: string }) {
  const { data, error, refetch } = useQuery(avatarsQuery(userId), queryClient)
  const [judging, setJudging] = useState<Judgement>()
  const [decisions, setDecisions] = useState(0)
  const section = useRef<HTMLElement>(null)
  // The button that was pressed disappears after the decision.
  useEffect(() => void (decisions > 0 && section.current?.focus()), [decisions])

  if (!data && error) {
    return (
      <div className="flex flex-wrap items-center gap-4 border-t border-line pt-5">
        <p role="alert">Couldn’t load what moderators decided about this picture.</p>
        <Button icon="refresh" onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    )
  }
  if (!data || (!data.shown && data.hidden.length === 0)) return null
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Moderation"
      className="flex flex-col gap-5 border-t border-line pt-5 outline-none"
    >
      {data.shown && (
        <Button
          className="self-start"
          onClick={() => setJudging({ act: 'hide', sha256: data.shown!.sha256 })}
        >
          Take the picture down
        </Button>
      )}
      {data.hidden.map((picture) => (
        <HiddenPicture
          key={picture.sha256}
          picture={picture}
          onRestore={() => setJudging({ act: 'restore', sha256: picture.sha256 })}
        />
      ))}
      {judging && (
        <JudgeDialog
          userId={userId}
          judgement={judging}
          onDecided={() => setDecisions((count) => count + 1)}
          onClose={() => setJudging(undefined)}
        />
      )}
    </section>
  )
}

interface HiddenPictureProps {
  picture: ReviewedAvatars['hidden'][number]
  onRestore: () => void
}

function HiddenPicture({ picture: { thumbnailUrl, why, at }, onRestore }: HiddenPictureProps) {
  return (
    <div className="flex items-start gap-4">
      {thumbnailUrl && (
        <img
          src={thumbnailUrl}
          alt="Taken down"
          width={64}
          height={64}
          className="aspect-square shrink-0 bg-raised object-cover"
        />
      )}
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <p className="break-texts">
          Taken down: <bdi>{why}</bdi>
        </p>
        <p className="label text-muted">
          <time dateTime={at.toISOString()}>{moment.format(at)}</time>
        </p>
        <Button variant="text" className="-ml-5 self-start" onClick={onRestore}>
          Allow it again
        </Button>
      </div>
    </div>
  )
}

interface JudgeDialogProps {
  userId: string
  judgement: Judgement
  onDecided: () => void
  onClose: () => void
}

function JudgeDialog({ userId, judgement: { act, sha256 }, onDecided, onClose }: JudgeDialogProps) {
  const { title, consequence, hint, button, done } = texts[act]
  const judging = useMutation(judgingAvatar(userId), queryClient)

  function decide(why: string): void {
    const onSuccess = () => {
      toast('notice', done)
      onClose()
      onDecided()
    }
    judging.mutate({ act, sha256, why }, { onSuccess })
  }

  return (
    <Modal title={title} onClose={onClose}>
      <p className="text-muted">{consequence}</p>
      <ReasonForm hint={hint} isPending={judging.isPending} onDecide={decide}>
        <Button type="submit" variant="primary" disabled={judging.isPending}>
          {button}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </ReasonForm>
      <p role="alert" className="text-danger empty:hidden">
        {judging.error && describeRefusal(judging.error)}
      </p>
    </Modal>
  )
}

function describeRefusal(error: Error): string {
  return error instanceof Refusal && error.code === 'conflict'
    ? 'This person has chosen another picture, or none. Close this and look again.'
    : errorMessage(error)
}

const texts: Record<AvatarJudgement, Record<'title' | 'consequence' | 'hint' | 'button' | 'done', string>> = {
  hide: {
    title: 'Take this picture down?',
    consequence:
      'Nobody can see it any more, or choose the same file as their picture. Results that have it are hidden too. You can undo this here.',
    hint: 'The person reads this on their profile. It stays on record.',
    button: 'Take it down',
    done: 'Taken down. The person reads why on their profile.',
  },
  restore: {
    title: 'Allow this picture again?',
    consequence:
      'The person shows it again, unless they have chosen another one since, and anyone may choose it. Results that were hidden with it stay hidden until you restore each.',
    hint: 'For the record.',
    button: 'Allow it again',
    done: 'Allowed again.',
  },
}
