import type { Job } from '@infra/protocol/jobs'
import { useEffect } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { toast } from '../overlays/toast.ts'
import { Icon } from '../ui/icon.tsx'
import { useStore } from '../use-store.ts'
import { heartOf, hearts, setHeart, startHearts } from './hearts.ts'
import { describe } from './job-rules.ts'

/** Filled from the click on. A visitor is asked for a wallet instead. */
export function Heart({ job }: { job: Pick<Job, 'id' | 'favorite' | 'favorites' | 'app' | 'user'> }) {
  const { phase, address, link } = useAccount()
  const reader = phase === 'authenticated' ? address : undefined
  useEffect(() => startHearts(reader), [reader])
  const { favorite, favorites } = heartOf(job, useStore(hearts))

  const toggle = () => {
    if (reader) return setHeart(job.id, !favorite)
    toast('notice', 'Link a wallet to keep favourites.')
    if (phase === 'disconnected') link()
  }
  return (
    <button
      type="button"
      aria-pressed={favorite}
      aria-label={`Favourite ${describe(job)}${favorites > 0 ? `, ${favorites}` : ''}`}
      className={`relative z-10 -m-2 flex min-h-11 min-w-11 items-center justify-end gap-1.5 p-2 label ${favorite ? 'text-hot [&_svg]:fill-current' : 'text-muted hover:text-text'}`}
      onClick={toggle}
    >
      {favorites > 0 && favorites}
      <Icon name="hearts" size={18} />
    </button>
  )
}
