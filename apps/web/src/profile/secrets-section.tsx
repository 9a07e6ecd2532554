import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { describeRefusal } from '../api/describe-refusal.ts'
import { Button } from '../ui/button.tsx'
import { Section } from './section.tsx'
import { ShownOnce } from './shown-once.tsx'

interface SecretsSectionProps<Data> {
  title: string
  what: ReactNode
  /** The name of what is copied once: a key, a secret. */
  secretName: string
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>
  /** The label of the button that opens the form for a new one. */
  action: string
  list: (data: Data, showSecret: (secret: string) => void) => ReactNode
  form: (dialog: { onSent: (secret: string) => void; onClose: () => void }) => ReactNode
}

/** What a person has granted to programs, with a secret that is shown once when it's made. */
export function SecretsSection<Data>(section: SecretsSectionProps<Data>) {
  const { title, what, secretName, query, action, list, form } = section
  const [secret, setSecret] = useState<string>()
  const [isMaking, setMaking] = useState(false)
  const { data, error, refetch } = query

  return (
    <Section title={title}>
      <p className="text-muted">{what}</p>
      {secret && (
        <ShownOnce
          secret={secret}
          sentence={`Copy your ${secretName} now. It is shown only this once.`}
          copyLabel={`Copy ${secretName}`}
          onDone={() => setSecret(undefined)}
        />
      )}
      {data
        ? list(data, setSecret)
        : !error && <div role="status" aria-label="Loading" className="h-16 animate-breathe bg-raised" />}
      <p role="alert" className="text-danger empty:hidden">
        {error && describeRefusal(error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => setMaking(true)}>{action}</Button>
        {error && (
          <Button variant="text" icon="refresh" onClick={() => refetch()}>
            Try again
          </Button>
        )}
      </div>
      {isMaking &&
        form({
          onClose: () => setMaking(false),
          onSent: (made) => {
            setMaking(false)
            setSecret(made)
            void refetch()
          },
        })}
    </Section>
  )
}
