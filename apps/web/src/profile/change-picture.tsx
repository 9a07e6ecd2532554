import { UPLOAD_BYTES_MAX, uploadFile } from '@infra/protocol/files'
import { type Me, updateMe } from '@infra/protocol/users'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { keepAnswer } from '../api/keep-answer.ts'
import { queryClient } from '../api/query-client.ts'
import { ChooseButton } from '../form/files/file-picker.tsx'
import { TOO_LARGE } from '../form/files/send-files.ts'
import { fileRefusalMessage } from '../form/problem-messages.ts'
import { Button } from '../ui/button.tsx'
import { meQuery } from './profile-queries.ts'

const ACCEPT = 'image/png,image/jpeg,image/webp'

/** Uploads or removes the user's picture. It takes effect at once. */
export function ChangePicture({ me }: { me: Me }) {
  const changing = useMutation(
    {
      mutationFn: async (picture: Blob | null) => {
        const avatar = picture && (await call(uploadFile, { file: picture })).id
        return call(updateMe, { body: { avatar } })
      },
      onSuccess: (changed) => keepAnswer(meQuery(me.id).queryKey, changed),
    },
    queryClient,
  )
  const isTooLarge = (changing.variables?.size ?? 0) > UPLOAD_BYTES_MAX
  const problem = changing.error && (isTooLarge ? TOO_LARGE : fileRefusalMessage(changing.error, 'image'))
  return (
    <div className="-mt-2 flex flex-col gap-3">
      {me.avatarHidden && (
        <p className="border-l-2 border-danger pl-4 break-words">
          A moderator has taken your picture down, so nobody sees it.{' '}
          <span className="text-muted">
            The reason: <bdi>{me.avatarHidden.why}</bdi>
          </span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <ChooseButton
          label="Choose a picture of yours"
          accept={ACCEPT}
          onPick={(file) => changing.isPending || changing.mutate(file)}
        >
          {changing.isPending ? 'One moment' : 'Choose a picture'}
        </ChooseButton>
        {(me.avatarUrl || me.avatarHidden) && (
          <Button variant="text" disabled={changing.isPending} onClick={() => changing.mutate(null)}>
            Use the generated one
          </Button>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {problem && `The picture ${problem}.`}
      </p>
    </div>
  )
}
