import type { Job } from '@infra/protocol/jobs'
import type { ReactNode } from 'react'
import { Link } from '../../navigation/link.tsx'
import { IN_TEXT } from '../../navigation/link-styles.ts'
import { Picture } from '../../ui/picture.tsx'
import { Sound } from '../../ui/sound.tsx'
import { formatCredits } from '../format-credits.ts'
import { JobLink } from '../job-link.tsx'
import { authorName, isFinal, isOriginalKept } from '../job-rules.ts'
import { describeInput, fieldLabel } from './describe-input.ts'
import { timelineOf } from './timeline.ts'

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export function JobFacts({ job }: { job: Job }) {
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Fact name="By">
        {job.user ? (
          <Link to="." search={{ user: job.user.id }} openedHere className={IN_TEXT}>
            {authorName(job)}
          </Link>
        ) : (
          authorName(job)
        )}
      </Fact>
      <Fact name="Price">{formatCredits(job.price)}</Fact>
      {isFinal(job) && job.charged !== job.price && <Fact name="Paid">{describeCharged(job.charged)}</Fact>}
      <Fact name="Node">{job.node ? <NodeLink node={job.node} /> : 'none yet'}</Fact>
      {job.check && (
        <Fact name="Checked">
          <CheckFact check={job.check} />
        </Fact>
      )}
      {job.attempts > 1 && <Fact name="Attempts">{job.attempts}</Fact>}
      <Fact name="Seen by">{seenBy(job)}</Fact>
    </dl>
  )
}

function CheckFact({ check }: { check: NonNullable<Job['check']> }) {
  switch (check.state) {
    case 'checking':
      return 'A second machine runs it again. You’ll see here what it finds.'
    case 'unchecked':
      return 'You asked for a check, but no other machine could run it again. You can ask again.'
    case 'unclear':
      return 'By a second machine: slightly different, but not clearly wrong. It counts against nobody.'
    case 'agreed':
      return (
        <>
          By a second machine
          {check.node && (
            <>
              , <NodeLink node={check.node} />
            </>
          )}
          : the same result.
        </>
      )
    case 'contradicted':
      return (
        <>
          Other machines got a different result. You have your credits back.{' '}
          {check.rightJobId && (
            <JobLink id={check.rightJobId} className={IN_TEXT}>
              Open the right result
            </JobLink>
          )}
        </>
      )
  }
}

function NodeLink({ node }: { node: NonNullable<Job['node']> }) {
  return (
    <Link to="/nodes" search={{ node: node.id }} className={IN_TEXT}>
      {node.name}
    </Link>
  )
}

function seenBy(job: Job): string {
  if (job.visibility === 'private' || job.hidden) return 'only you'
  return job.inputFilesHidden ? 'everyone, without the original' : 'everyone'
}

/** If less than the price was paid, because it failed, was cancelled, or ran on its owner's node. */
function describeCharged(charged: number): string {
  return charged === 0 ? 'nothing' : formatCredits(charged)
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="label pt-1 text-muted">{name}</dt>
      <dd className="break-words">{children}</dd>
    </>
  )
}

/** The inputs of a job. */
export function JobInputs({ job }: { job: Job }) {
  const files = new Map(job.inputFiles.map((file) => [file.name, file]))
  const values = Object.entries(job.input).filter(([name]) => !files.has(name))
  return (
    <div className="flex flex-col gap-4">
      {job.inputFiles.map((file) =>
        file.kind === 'audio' ? (
          <Sound key={file.name} src={file.url!} seconds={file.seconds} label={file.name} />
        ) : (
          <figure key={file.name} className="flex flex-col gap-1.5">
            <Picture
              src={file.thumbnailUrl ?? file.url!}
              placeholder={file.placeholder}
              alt={`Input: ${file.name}`}
              className="max-h-48 self-start object-contain"
            />
            <figcaption className="label text-muted">{fieldLabel(job.app.id, file.name)}</figcaption>
          </figure>
        ),
      )}
      {job.inputFilesHidden && (
        <p className="text-muted">
          {isOriginalKept(job) ? 'The author kept the original private.' : 'Only you can see your original.'}
        </p>
      )}
      {values.length > 0 && (
        <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2">
          {values.map(([name, value]) => {
            const [label, words] = describeInput(job.app.id, name, value)
            return (
              <Fact key={name} name={label}>
                {words}
              </Fact>
            )
          })}
        </dl>
      )}
    </div>
  )
}

/** What happened to a job, in order. */
export function Timeline({ job }: { job: Job }) {
  return (
    <ol className="flex flex-col border-l border-line">
      {timelineOf(job).map(({ what, at, after, state }) => (
        <li key={what} className="relative py-1.5 pl-5">
          <span className={`absolute top-3.5 -left-1 size-2 ${marks[state]}`} aria-hidden="true" />
          <span className={state === 'ahead' ? 'text-muted' : ''}>{what}</span>
          <span className="block label text-muted">
            {at && <time dateTime={at.toISOString()}>{moment.format(at)}</time>}
            {after && ` · ${after}`}
          </span>
        </li>
      ))}
    </ol>
  )
}

const marks = { done: 'bg-text', now: 'animate-breathe bg-inferno-4', ahead: 'bg-line', bad: 'bg-hot' }
