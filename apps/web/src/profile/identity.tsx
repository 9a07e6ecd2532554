import { type Me, updateMe } from '@infra/protocol/users'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/call.ts'
import { describeRefusal } from '../api/describe-refusal.ts'
import { keepAnswer } from '../api/keep-answer.ts'
import { queryClient } from '../api/query-client.ts'
import { toast } from '../overlays/toast.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ChangePicture } from './change-picture.tsx'
import { Counts } from './counts.tsx'
import { ProfilePicture } from './profile-picture.tsx'
import { meQuery } from './profile-queries.ts'
import { Section } from './section.tsx'

export function Identity({ me }: { me: Me }) {
  const [name, setName] = useState(me.name ?? '')
  const [bio, setBio] = useState(me.bio)
  /** The initial values of the fields. `me` may be refetched meanwhile, which is no change by the user. */
  const [saved, setSaved] = useState<EditableFields>(me)
  const saving = useMutation(
    {
      mutationFn: () => call(updateMe, { body: changesIn({ name: name.trim() || null, bio }, saved) }),
      onSuccess: async (changed) => {
        await keepAnswer(meQuery(me.id).queryKey, changed)
        setSaved(changed)
        setName(changed.name ?? '')
        setBio(changed.bio)
        toast('notice', 'Saved.')
      },
    },
    queryClient,
  )
  const refused = saving.error ? describeRefusal(saving.error) : undefined

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }

  return (
    <Section title="About you">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <ProfilePicture user={me} size={64} />
        <div className="flex min-w-0 flex-1 basis-56 flex-col">
          <p className="truncate text-xl/7 font-semibold">{me.name ?? me.shortAddress}</p>
          <p className="font-mono text-sm break-all text-muted">{me.id}</p>
        </div>
        <Button icon="clone" onClick={() => copyAddress(me.id)}>
          Copy
        </Button>
      </div>
      <ChangePicture me={me} />
      <Counts counts={me.counts} />
      <form noValidate className="flex flex-col gap-6" onSubmit={submit}>
        <TextField
          name="name"
          label="Name"
          hint="Shown with your results instead of your address. Leave empty to show your address."
          value={name}
          max={32}
          problem={refused?.fields.name}
          onChange={setName}
        />
        <TextField
          name="bio"
          label="Bio"
          hint="A sentence or two about you, for your profile."
          value={bio}
          max={280}
          lines={3}
          problem={refused?.fields.bio}
          onChange={setBio}
        />
        <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button
            type="submit"
            variant="primary"
            icon={saving.isPending ? 'loading' : undefined}
            disabled={saving.isPending}
          >
            {saving.isPending ? 'Saving' : 'Save'}
          </Button>
          <p role="alert" className="min-w-0 flex-1 basis-64 text-danger empty:hidden">
            {refused?.sentence}
          </p>
        </div>
      </form>
    </Section>
  )
}

type EditableFields = Pick<Me, 'name' | 'bio'>

/** Sends only the changed fields, so that one tab does not undo what another has saved. */
function changesIn(typed: EditableFields, saved: EditableFields): Partial<EditableFields> {
  return {
    ...(typed.name !== saved.name && { name: typed.name }),
    ...(typed.bio !== saved.bio && { bio: typed.bio }),
  }
}

async function copyAddress(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast('notice', 'Address copied.')
  } catch {
    toast('failure', 'The browser did not allow copying. Select the address instead.')
  }
}
