import type { Job } from '@infra/protocol/jobs'
import { useEffect } from 'react'
import { mayConnect, readerOf } from '../../account/account.ts'
import { useAccount } from '../../account/account-context.tsx'
import { toast } from '../../overlays/toast.ts'
import { useStore } from '../../store/use-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { describe } from '../job-rules.ts'
import { favorites as changes, favoriteOf, setFavorite, startFavorites } from './favorites.ts'

/** A heart that is filled as soon as it's pressed. Visitors are asked to link a wallet instead. */
export function FavoriteButton({
  job,
}: {
  job: Pick<Job, 'id' | 'favorite' | 'favorites' | 'app' | 'user'>
}) {
  const account = useAccount()
  const reader = readerOf(account)
  useEffect(() => startFavorites(reader), [reader])
  const { favorite, favorites } = favoriteOf(job, useStore(changes))

  const toggle = () => {
    if (reader) return setFavorite(job.id, !favorite)
    toast('notice', 'Link a wallet to keep favourites.')
    if (mayConnect(account)) account.link()
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
