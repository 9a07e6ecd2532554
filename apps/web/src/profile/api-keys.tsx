import { type ApiKey, KEY_CREDITS_PER_DAY_MAX, revokeKey } from '@infra/protocol/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { describeRefusal } from '../api/describe-refusal.ts'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { describeUse, stateOf } from './describe-key.ts'
import { NewKey } from './new-key.tsx'
import { keysQuery } from './profile-queries.ts'
import { Section } from './section.tsx'
import { ShownOnce } from './shown-once.tsx'

export function ApiKeys({ address }: { address: string }) {
  const { data, error, refetch } = useQuery(keysQuery(address), queryClient)
  const [secret, setSecret] = useState<string>()
  const [isMaking, setMaking] = useState(false)
  const reload = () => queryClient.invalidateQueries({ queryKey: keysQuery(address).queryKey })

  return (
    <Section title="API keys">
      <p className="text-muted">
        With a key, a program can order jobs with your credits, up to the limits you set. All your keys
        together can spend {KEY_CREDITS_PER_DAY_MAX} credits per day.
      </p>
      {secret && (
        <ShownOnce
          secret={secret}
          sentence="Copy your key now. It is shown only this once."
          copyLabel="Copy key"
          onDone={() => setSecret(undefined)}
        />
      )}
      {data ? (
        <KeyList keys={data.items} onRevoked={reload} />
      ) : (
        !error && <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {error && describeRefusal(error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setMaking(true)}>Make a key</Button>
        {error && (
          <Button look="quiet" icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        )}
      </div>
      {isMaking && (
        <NewKey
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setSecret(made)
            void reload()
          }}
        />
      )}
    </Section>
  )
}

function KeyList({ keys, onRevoked }: { keys: ApiKey[]; onRevoked: () => void }) {
  const [revoking, setRevoking] = useState<ApiKey>()
  if (keys.length === 0) return null
  return (
    <>
      <ul className="flex flex-col divide-y divide-line border-y border-line">
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      {revoking && (
        <RevokeDialog apiKey={revoking} onRevoked={onRevoked} onClose={() => setRevoking(undefined)} />
      )}
    </>
  )
}

function KeyRow({ apiKey, onRevoke }: { apiKey: ApiKey; onRevoke: () => void }) {
  const state = stateOf(apiKey, new Date())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className={`flex min-w-0 flex-col gap-1 ${state === 'usable' ? '' : 'text-muted'}`}>
        <span className="wrap-anywhere">
          {apiKey.name}
          {state !== 'usable' && <span className="label ml-3">{state}</span>}
        </span>
        <span className="font-mono text-sm text-muted">{apiKey.hint}</span>
        {describeUse(apiKey, state).map((line) => (
          <span key={line} className="text-sm text-muted">
            {line}
          </span>
        ))}
      </div>
      {state === 'usable' && (
        <Button look="quiet" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </li>
  )
}

function RevokeDialog({
  apiKey,
  onRevoked,
  onClose,
}: {
  apiKey: ApiKey
  onRevoked: () => void
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}?`}
      action="Revoke"
      act={() => call(revokeKey, { params: { id: apiKey.id } })}
      onDone={() => {
        onRevoked()
        onClose()
      }}
      onClose={onClose}
    >
      <p>Programs that use it are refused at once, and for good. Jobs they ordered go on.</p>
    </ConfirmDialog>
  )
}
