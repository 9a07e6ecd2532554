import { LinkCode } from '@infra/protocol/values/link-code'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { Modal } from '../ui/modal.tsx'
import { Command } from './command.tsx'
import { HeadlessToken } from './headless-token.tsx'
import { installCommand } from './install-command.ts'
import { asCode } from './link-code.ts'
import { linking, linkQuery, nodeQuery } from './node-queries.ts'
import { refusalSentence } from './refusal-sentence.ts'
import { StateMark } from './state-mark.tsx'

interface AddNodeProps {
  /** The code in the link that the agent prints. */
  code: string | undefined
  onCode: (code: string | undefined) => void
  onClose: () => void
}

/** How to add a node: the command, the code, and whether the node is online. */
export function AddNode({ code, onCode, onClose }: AddNodeProps) {
  const account = useAccount()
  const { phase, address, link, signIn } = account
  const confirming = useMutation(linking, queryClient)
  return (
    <Modal title="Add your node" onClose={onClose}>
      <ol className="flex flex-col gap-6">
        <Step number={1} title="Start the agent on your machine">
          <Command text={installCommand('')} />
          <p className="text-muted">
            On Linux or macOS with Node.js 20 or newer. It installs the agent for your user alone, shows a
            code, and waits.
          </p>
        </Step>
        <Step number={2} title="Confirm its code">
          {readerOf(account) && address ? (
            <CodeForm
              key={code ?? ''}
              code={code}
              address={address}
              onCode={onCode}
              confirming={confirming}
            />
          ) : (
            <div className="flex flex-col items-start gap-3">
              <p className="text-muted">A node belongs to an account, so link your wallet first.</p>
              <Button variant="primary" icon="link" onClick={phase === 'connected' ? signIn : link}>
                {phase === 'connected' ? 'Sign in' : 'Link a wallet'}
              </Button>
            </div>
          )}
        </Step>
        <Step number={3} title="See it come online">
          {confirming.data && address ? (
            <NewNodeStatus id={confirming.data.id} />
          ) : (
            <p className="text-muted">Once its code is confirmed, the agent signs in and takes jobs.</p>
          )}
        </Step>
      </ol>
      {phase === 'authenticated' && <HeadlessToken />}
    </Modal>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: React.ReactNode }) {
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 gap-y-3">
      <span aria-hidden="true" className="font-mono text-sm/7 text-muted">
        {number}
      </span>
      <h3 className="text-lg/7 font-semibold">{title}</h3>
      <div className="col-start-2 flex flex-col gap-3">{children}</div>
    </li>
  )
}

interface CodeFormProps {
  code: string | undefined
  address: string
  onCode: (code: string | undefined) => void
  confirming: { isPending: boolean; isSuccess: boolean; error: unknown; mutate: (code: string) => void }
}

function CodeForm({ code, address, onCode, confirming }: CodeFormProps) {
  const [typed, setTyped] = useState(code ?? '')
  const isWhole = code !== undefined && LinkCode.safeParse(code).success
  const {
    data: machine,
    error,
    isFetching,
  } = useQuery({ ...linkQuery(code ?? '', address), enabled: isWhole && !confirming.isSuccess }, queryClient)
  const problem = confirming.error ?? (confirming.isSuccess ? undefined : error)
  const isMistyped = code !== undefined && !isWhole

  function submit(event: FormEvent) {
    event.preventDefault()
    onCode(asCode(typed))
  }

  if (confirming.isSuccess) return <p className="text-cool">Confirmed. It’s yours.</p>
  return (
    <form noValidate className="flex flex-col gap-3" onSubmit={submit}>
      <div className="flex flex-wrap gap-3">
        <input
          aria-label="Code"
          value={typed}
          placeholder="BCDF-GHJK"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={isMistyped || error !== null}
          className="min-h-12 w-44 border border-edge bg-ground px-4 font-mono text-lg uppercase placeholder:text-muted aria-invalid:border-danger"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" icon={isFetching ? 'loading' : undefined}>
          Look it up
        </Button>
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {isMistyped && 'A code has eight letters and no vowels, such as BCDF-GHJK.'}
        {problem ? codeMessage(problem) : null}
      </p>
      {machine && (
        <div className="flex flex-col items-start gap-3 border-l-2 border-cool pl-4">
          <p>
            <span className="text-muted">This code is shown by </span>
            <bdi className="font-semibold">{machine.name}</bdi>
            <span className="block font-mono text-sm break-all text-muted">{machine.node}</span>
          </p>
          <Button variant="primary" disabled={confirming.isPending} onClick={() => confirming.mutate(code!)}>
            Add this node
          </Button>
        </div>
      )}
    </form>
  )
}

function codeMessage(error: unknown): string {
  const sentence = refusalSentence(error)
  return sentence === 'There’s nothing here.'
    ? 'No machine is showing this code. Codes expire after 15 minutes.'
    : sentence
}

/** Polls every few seconds until the agent has signed in. */
function NewNodeStatus({ id }: { id: string }) {
  const { data: node } = useQuery(nodeQuery(id), queryClient)
  const isThere = node !== undefined && node.state !== 'offline'
  return (
    <div role="status" className="flex items-center gap-3">
      {isThere ? (
        <>
          <StateMark node={node} />
          <span className="text-cool">Online.</span>
        </>
      ) : (
        <>
          <Icon name="loading" size={16} />
          <span className="text-muted">Waiting for its agent to sign in.</span>
        </>
      )}
    </div>
  )
}
