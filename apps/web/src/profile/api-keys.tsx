import { type ApiKey, KEY_CREDITS_PER_DAY_MAX, revokeKey } from '@infra/protocol/api-keys'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { useSearchParam } from '../navigation/use-search-param.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { describeUse, stateOf } from './describe-key.ts'
import { GrantKey } from './keys/grant-key.tsx'
import { NewKey } from './new-key.tsx'
import { keysQuery } from './profile-queries.ts'
import { SecretsSection } from './secrets-section.tsx'

export function ApiKeys({ address }: { address: string }) {
  const query = useQuery(keysQuery(address), queryClient)
  const mandate = useSearchParam('mandate')

  return (
    <>
      <SecretsSection
        title="API keys"
        what={
          <>
            With a key, a program can order jobs with your credits, up to the limits you set. More than{' '}
            {KEY_CREDITS_PER_DAY_MAX} credits per day for all your keys together takes your wallet’s
            signature.{' '}
            <Link to="/developers" className={IN_TEXT}>
              How programs use a key
            </Link>
          </>
        }
        secretName="key"
        query={query}
        action="Make a key"
        list={({ items }) => <KeyList keys={items} onRevoked={() => void query.refetch()} />}
        form={(dialog) => <NewKey {...dialog} />}
      />
      {mandate.value && (
        <GrantKey
          key={mandate.value}
          code={mandate.value}
          address={address}
          onClose={mandate.close}
          onGranted={() => {
            mandate.close()
            void query.refetch()
          }}
        />
      )}
    </>
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
  const now = new Date()
  const state = stateOf(apiKey, now)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className={`flex min-w-0 flex-col gap-1 ${state === 'usable' ? '' : 'text-muted'}`}>
        <span className="wrap-anywhere">
          {apiKey.name}
          {state !== 'usable' && <span className="label ml-3">{state}</span>}
        </span>
        <span className="font-mono text-sm text-muted">{apiKey.hint}</span>
        {describeUse(apiKey, state, now).map((line) => (
          <span key={line} className="text-sm text-muted">
            {line}
          </span>
        ))}
      </div>
      {state === 'usable' && (
        <Button variant="text" aria-label={`Revoke ${apiKey.name}`} onClick={onRevoke}>
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
