import type { OutputKind } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { outputBytesMax } from '@infra/protocol/files'
import { Refusal } from '@infra/protocol/refusal'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'

/** So often a file may be sent: once, and again where the answer was lost. */
const SENDS_MAX = 2

const BUSY_RETRY_SECONDS = 2

const countSent = statement<{ appId: string; sends: number }>(
  'count-sent-outputs',
  `select app_id as "appId",
    (select coalesce(sum(sends), 0)::int from attempt_files f where f.attempt_id = jobs.attempt_id and f.kind = $2) as sends
  from jobs where attempt_id = $1 and status = 'running'`,
)

interface Announcement {
  attemptId: string
  kind: OutputKind
  /** Of the whole request, where it is told. */
  bytes: number | undefined
  whenOver: (done: () => void) => void
}

/**
 * Decides before it is received whether a file may be sent: its app makes such files, no more of them were sent than it makes, each
 * sent again once, and it is the only one of its attempt that is being received by this process.
 */
export function admittingOutputs(db: Db): (file: Announcement) => Promise<void> {
  const arriving = new Set<string>()

  return async ({ attemptId, kind, bytes, whenOver }) => {
    const id = attemptId.toLowerCase()
    if (arriving.has(id)) {
      throw new Refusal('conflict', 'Another file of this attempt is still arriving.', {
        retryAfterSeconds: BUSY_RETRY_SECONDS,
      })
    }
    arriving.add(id)
    whenOver(() => arriving.delete(id))
    const [job] = await countSent(db, [attemptId, kind])
    // Lost in this moment: what the call is about says why.
    if (!job) return
    const app = findApp(job.appId)!
    const made = kind === 'text' ? 0 : app.outputs.filter((output) => output.kind === kind).length
    if (made === 0) throw new Refusal('output_refused', `${app.name} makes no file of kind ${kind}.`)
    if (job.sends >= made * SENDS_MAX)
      throw new Refusal('output_refused', `All that ${app.name} makes of kind ${kind} was sent before.`)
    if (bytes !== undefined && bytes > outputBytesMax[kind] + FORM_BYTES_MAX) throw tooLarge(kind)
  }
}

/** Boundaries and headers of the form around the file. */
const FORM_BYTES_MAX = 16 * 1024

function tooLarge(kind: OutputKind): Refusal {
  const megabytes = outputBytesMax[kind] / 1024 / 1024
  return new Refusal('payload_too_large', `A file of kind ${kind} may have ${megabytes} MB at most.`)
}
