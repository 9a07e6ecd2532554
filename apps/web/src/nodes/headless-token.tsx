import { useMutation } from '@tanstack/react-query'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Command } from './command.tsx'
import { installCommand } from './install-command.ts'
import { tokenMaking } from './node-queries.ts'
import { refusalSentence } from './refusal-sentence.ts'

/** For machines without a screen. */
export function HeadlessToken() {
  const making = useMutation(tokenMaking, queryClient)
  return (
    <details className="border-t border-line pt-4">
      <summary className="cursor-pointer font-mono text-sm text-muted hover:text-text">
        Headless machine
      </summary>
      <div className="flex flex-col gap-3 pt-4">
        <p className="text-muted">
          A token links one machine to your account without a code. Keep it secret. It expires after a day.
        </p>
        {making.data ? (
          <Command text={installCommand(`LINK_TOKEN=${making.data.token} `)} />
        ) : (
          <Button disabled={making.isPending} className="self-start" onClick={() => making.mutate()}>
            Make a token
          </Button>
        )}
        <p role="alert" className="text-danger empty:hidden">
          {making.error && refusalSentence(making.error)}
        </p>
      </div>
    </details>
  )
}
