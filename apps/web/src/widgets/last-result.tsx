import type { CatalogueApp } from '@infra/protocol/apps'
import { listMyJobs } from '@infra/protocol/jobs'
import { useMutation } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { readResult } from '../catalogue/start-from-result.ts'
import type { AppForm } from '../form/create-app-form.ts'
import type { FileValue } from '../form/raw-value.ts'
import { toast } from '../overlays/toast.ts'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'

interface LastResultProps {
  app: Pick<CatalogueApp, 'fields'>
  form: AppForm
}

/** Fills the first empty file with the user's latest result that it can be. */
export function LastResult({ app, form }: LastResultProps) {
  const { values } = useStore(form.state)
  const find = useMutation(
    {
      mutationFn: findLastResult,
      onSuccess: (found, { name }) => {
        if (found) form.change(name, found)
        else toast('notice', 'You have no result that fits yet.')
      },
      onError: (error: Error) => toast('failure', errorMessage(error)),
    },
    queryClient,
  )
  const field = app.fields.find(
    ({ kind, name }) => (kind === 'image' || kind === 'audio') && values[name] === null,
  )
  if (!field) return null
  return (
    <Button
      className="self-start"
      icon={find.isPending ? 'loading' : undefined}
      disabled={find.isPending}
      onClick={() => find.mutate({ kind: field.kind, name: field.name })}
    >
      Use my last result
    </Button>
  )
}

async function findLastResult({ kind }: { kind: string; name: string }): Promise<FileValue | undefined> {
  const { items } = await call(listMyJobs, { query: { status: 'finished' } })
  for (const { id, outputs } of items) {
    const output = outputs.find((one) => one.kind === kind)
    if (output) return readResult(`job:${id}/${output.name}`)
  }
  return undefined
}
