import type { OutputKind } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { outputBytesMax } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** How often a file may be sent: once, and again if the response was lost. */
const SENDS_MAX = 2

const BUSY_RETRY_SECONDS = 2

const countSent = statement<{ appId: string; sends: number }>(
  'count-sent-outputs',
  `select app_id as "appId",
    (select coalesce(sum(sends), 0)::int from attempt_files f where f.attempt_id = leases.attempt_id and f.kind = $2) as sends
  from leases join jobs on jobs.id = job_id where leases.attempt_id = $1`,
)

interface AnnouncedOutput {
  attemptId: string
  kind: OutputKind
  /** Size of the whole request, if the client sent it. */
  bytes: number | undefined
  /** Calls back when the request has ended. */
  whenOver: (done: () => void) => void
}

/** What admitting needs: the database, and the attempts whose files this process is receiving. */
export interface AdmitDeps {
  db: Db
  receiving: Set<string>
}

/**
 * Decides before a file is received whether the node may send it: its app makes such files, no more of them were sent than it makes,
 * each sent again once, and no other file of its attempt is being received by this process.
 */
export async function admitOutput(
  { db, receiving }: AdmitDeps,
  { attemptId, kind, bytes, whenOver }: AnnouncedOutput,
): Promise<void> {
  const id = attemptId.toLowerCase()
  if (receiving.has(id)) {
    throw new Refusal('conflict', 'Another file of this attempt is still arriving.', {
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    })
  }
  receiving.add(id)
  whenOver(() => receiving.delete(id))
  const [job] = await countSent(db, [attemptId, kind])
  // The lease was lost just now: the handler says why.
  if (!job) return
  const app = findApp(job.appId)!
  const made = kind === 'text' ? 0 : app.outputs.filter((output) => output.kind === kind).length
  if (made === 0) throw new Refusal('output_refused', `${app.name} makes no file of kind ${kind}.`)
  if (job.sends >= made * SENDS_MAX)
    throw new Refusal('output_refused', `All that ${app.name} makes of kind ${kind} was sent before.`)
  if (bytes !== undefined && bytes > outputBytesMax[kind] + FORM_BYTES_MAX) throw tooLarge(kind)
}

/** Room for the form's boundaries and headers around the file. */
const FORM_BYTES_MAX = 16 * 1024

function tooLarge(kind: OutputKind): Refusal {
  const megabytes = outputBytesMax[kind] / 1024 / 1024
  return new Refusal('payload_too_large', `A file of kind ${kind} may have ${megabytes} MB at most.`)
}
