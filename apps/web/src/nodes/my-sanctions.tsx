import { APPEAL_CHARACTERS_MAX, type Sanction } from '@infra/protocol/sanctions'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/text-field.tsx'
import { appealing, mySanctionsQuery } from './node-queries.ts'
import { refusalSentence } from './refusal-sentence.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Moderators' decisions in force about the user's nodes, with a way to appeal. Renders nothing if there are none. */
export function MySanctions({ address }: { address: string }) {
  const { data } = useQuery(mySanctionsQuery(address), queryClient)
  const inForce = data?.items.filter(({ lifted }) => !lifted) ?? []
  if (inForce.length === 0) return null
  return (
    <section aria-labelledby="my-sanctions" className="flex flex-col gap-4">
      <h2 id="my-sanctions" className="text-xl/7 font-semibold">
        Decisions about my nodes
      </h2>
      <ul className="flex flex-col border border-danger">
        {inForce.map((sanction) => (
          <SanctionRow key={sanction.id} sanction={sanction} />
        ))}
      </ul>
    </section>
  )
}

function SanctionRow({ sanction }: { sanction: Sanction }) {
  const { node, kind, why, at, appeal } = sanction
  return (
    <li className="flex flex-col gap-3 border-t border-line p-4 first:border-t-0 sm:p-5">
      <p className="text-lg/7 font-semibold">
        {node ? <bdi>{node.name}</bdi> : 'All of your nodes'} {node ? 'is' : 'are'} {kind}
      </p>
      <p className="break-words">
        <span className="text-muted">Why: </span>
        <bdi>{why}</bdi>
      </p>
      <p className="text-muted">{consequences[kind]}</p>
      <time dateTime={at.toISOString()} className="label text-muted">
        {moment.format(at)}
      </time>
      {appeal ? <Appealed appeal={appeal} /> : <AppealForm id={sanction.id} />}
    </li>
  )
}

const consequences: Record<Sanction['kind'], string> = {
  suspended:
    'It gets no jobs until a moderator lifts this. Until then your pending earnings aren’t paid out.',
  banned:
    'It gets no jobs and can’t be linked again. Its pending earnings are taken after 14 days, unless an appeal is open.',
}

function Appealed({ appeal }: { appeal: NonNullable<Sanction['appeal']> }) {
  return (
    <div className="flex flex-col gap-2 border-l-2 border-edge pl-4">
      <p className="break-words">
        <span className="text-muted">Your appeal: </span>
        <bdi>{appeal.text}</bdi>
      </p>
      <p className="break-words" role="status">
        {appeal.answer === null ? (
          <span className="text-muted">A moderator has not answered yet.</span>
        ) : (
          <>
            <span className="text-muted">A moderator answered: </span>
            <bdi>{appeal.answer}</bdi>
          </>
        )}
      </p>
    </div>
  )
}

function AppealForm({ id }: { id: string }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const sending = useMutation(appealing, queryClient)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (sending.isPending) return
    if (text.trim().length >= 4) return sending.mutate({ id, text })
    setProblem('must have at least 4 characters')
    event.currentTarget.querySelector<HTMLElement>('[name="appeal"]')?.focus()
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <TextField
        name="appeal"
        label="Appeal"
        hint="Say why this is wrong, or what you have changed. You can do this once; a moderator answers."
        value={text}
        max={APPEAL_CHARACTERS_MAX}
        lines={3}
        problem={problem}
        onChange={(value) => {
          setText(value)
          setProblem(undefined)
        }}
      />
      <p role="alert" className="text-danger empty:hidden">
        {sending.error && refusalSentence(sending.error)}
      </p>
      <Button type="submit" className="self-start" disabled={sending.isPending}>
        {sending.isPending ? 'Sending' : 'Send the appeal'}
      </Button>
    </form>
  )
}
