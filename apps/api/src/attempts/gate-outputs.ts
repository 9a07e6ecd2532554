import type { AppInput } from '@infra/protocol/apps/app-input'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { readSubtitles } from '@infra/trust/comparators/read-subtitles'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import { gateResult, hasGate } from '@infra/trust/gates/gate-result'
import type { LeaseHolder } from '../auth/leases.ts'
import { statement } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import { gateStoredFiles, type StoredInput } from '../files/open-stored-files.ts'
import { failAttempt } from './fail-attempt.ts'

/** What gating needs: the API's dependencies, and the attempts whose files this process is opening. */
export interface GateDeps extends Pick<Deps, 'db' | 'files' | 'notifications'> {
  gating: Set<string>
}

/** The part of an attempt's job that the gate needs. */
export interface GatedAttempt {
  id: string
  appId: string
  input: AppInput
  inputFiles: StoredFile[]
}

const BUSY_RETRY_SECONDS = 2

/**
 * Refuses a result that can't have been made from its input, and ends the attempt as failed: the node isn't paid, and the job goes to
 * another one. Every result is checked here.
 */
export async function gateOutputs(
  deps: GateDeps,
  holder: LeaseHolder,
  { job, outputs }: { job: GatedAttempt; outputs: StoredFile[] },
): Promise<void> {
  if (!hasGate(job.appId)) return
  const hasFiles = outputs.some(({ kind }) => kind !== 'text')
  const refusal = hasFiles ? await gateFilesOnce(deps, holder, job, outputs) : gateTexts(job, outputs)
  if (refusal === null) return
  await failAttempt(deps, holder, { reason: 'output_refused', detail: refusal, final: false })
  throw new Refusal('output_refused', refusal)
}

/** Texts are compared with known values; no file is opened. */
function gateTexts({ appId, input, inputFiles }: GatedAttempt, outputs: StoredFile[]): GateRefusal {
  const textOf = (name: string) => outputs.find((output) => output.name === name)?.text ?? ''
  const subtitles = readSubtitles(textOf('srt')) ?? undefined
  return gateResult(
    appId,
    { text: textOf('text'), ...(subtitles && { subtitles }) },
    { beginning: String(input.prompt ?? ''), seconds: inputFiles[0]?.seconds ?? 0 },
  )
}

/** Opening files takes a core for seconds, so a node can't have it done several times at once for one attempt. */
async function gateFilesOnce(
  { db, files, gating }: GateDeps,
  { attemptId, nodeId }: LeaseHolder,
  job: GatedAttempt,
  outputs: StoredFile[],
): Promise<GateRefusal> {
  const id = attemptId.toLowerCase()
  if (gating.has(id))
    throw new Refusal('conflict', 'This result is being inspected.', {
      retryAfterSeconds: BUSY_RETRY_SECONDS,
    })
  gating.add(id)
  try {
    const repeatable = outputs.filter(({ kind }) => kind !== 'text' && kind !== 'json')
    const [earlier] = await findEarlier(db, [
      repeatable.map(({ sha256 }) => sha256),
      nodeId,
      job.appId,
      job.id,
    ])
    return await gateStoredFiles(files, { ...job, outputs, earlier })
  } finally {
    gating.delete(id)
  }
}

/** The last job of the app for which the node submitted the same picture, drawing or sound. */
const findEarlier = statement<StoredInput>(
  'find-earlier-output',
  `select input, input_files as "inputFiles" from file_uses join jobs on jobs.id = file_uses.job_id
  where file_uses.sha256 = any($1) and role = 'output' and jobs.node_id = $2 and app_id = $3 and jobs.id <> $4
  order by jobs.position desc limit 1`,
)
