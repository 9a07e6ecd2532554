import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { saveFile } from '../download/save-file.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Section } from './section.tsx'

export function MyData({ onDeleted }: { onDeleted: () => void }) {
  const [asking, setAsking] = useState(false)
  const taking = useMutation({ mutationFn: async () => save(await call(exportMe)) }, queryClient)

  return (
    <Section title="Your data">
      <p className="text-muted">
        Download everything we keep about you as a JSON file: account, sessions, API keys, webhooks, credits,
        stake, jobs, files, favourites, feedback, reports, nodes, notifications and conversations. Or delete
        it all.
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {taking.error && describeRefusal(taking.error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button icon="download" disabled={taking.isPending} onClick={() => taking.mutate()}>
          Export my data
        </Button>
        <Button variant="text" onClick={() => setAsking(true)}>
          Delete my account
        </Button>
      </div>
      {asking && <DeletionDialog onDeleted={onDeleted} onClose={() => setAsking(false)} />}
    </Section>
  )
}

function DeletionDialog({ onDeleted, onClose }: { onDeleted: () => void; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Delete this account?"
      action="Delete"
      act={() => call(deleteMe)}
      onDone={onDeleted}
      onClose={onClose}
    >
      <p>
        Deleted at once and for good: your name, bio and picture, your private and hidden jobs with their
        files, your favourites, conversations, feedback and reports, your sessions, API keys, webhooks and
        nodes. Credits lapse.
      </p>
      <p>Your public results stay in the feed, without your name. Delete them first if you want them gone.</p>
      <p>Your wallet stays yours. If it signs in again, it does so as a newcomer.</p>
    </ConfirmDialog>
  )
}

function save(data: unknown): void {
  saveFile('infra-account.json', new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
}
