import { favoriteJob, unfavoriteJob } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { call, refusalMessages } from '../../api/call.ts'
import { queryClient } from '../../api/query-client.ts'
import { toast } from '../../overlays/toast.ts'

/** Asks the network to add or remove one favorite; asking twice does no harm. */
export async function sendFavorite(
  jobId: string,
  favorite: boolean,
): Promise<'done' | 'refused' | 'unanswered'> {
  try {
    await call(favorite ? favoriteJob : unfavoriteJob, { params: { id: jobId } })
    void queryClient.invalidateQueries({ queryKey: ['favorites'] })
    return 'done'
  } catch (error) {
    const code = error instanceof Refusal ? error.code : 'internal_error'
    if (code === 'dependency_unavailable') return 'unanswered'
    toast('failure', code === 'not_found' ? 'This result no longer exists.' : refusalMessages[code])
    return 'refused'
  }
}
