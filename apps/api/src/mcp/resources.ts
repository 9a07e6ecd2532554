import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type Account, requireScope } from '../auth/callers.ts'
import type { Deps } from '../deps.ts'
import { readWhole } from '../files/storage/read-whole.ts'
import { findJob, listJobsOf } from '../jobs/job-queries.ts'
import { isVisibleTo } from '../jobs/present-job.ts'
import { uriOf } from './present-result.ts'
import { RpcError, readParams } from './rpc.ts'

const JOBS_LISTED = 25

/** A file in a response is kept in memory and grows by a third. */
const READ_BYTES_MAX = 16 * 1024 * 1024

const URI = /^infra:\/\/job\/([0-9a-f-]{36})\/([\w-]{1,40})$/

/** The results of the latest jobs. */
export async function listResources({ db }: Deps, { address, key }: Account): Promise<object> {
  if (key) requireScope(key, 'read')
  const rows = await listJobsOf(db, { limit: JOBS_LISTED, address })
  const resources = rows.slice(0, JOBS_LISTED).flatMap(({ id, appId, outputs }) =>
    outputs.map(({ name, mime, bytes }) => ({
      uri: uriOf(id, name),
      name: `${appId} ${name}`,
      mimeType: mime,
      size: bytes,
    })),
  )
  return { resources }
}

export const resourceTemplates = [
  {
    uriTemplate: 'infra://job/{id}/{output}',
    name: 'A result of a job',
    description: 'As the tools name it. Every job of one’s own, and every public one.',
  },
]

const Read = z.object({ uri: z.string().max(200) })

export async function readResource(
  { db, files }: Deps,
  params: unknown,
  { address, key }: Account,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<object> {
  if (key) requireScope(key, 'read')
  const { uri } = readParams(Read, params)
  const [, jobId, name] = URI.exec(uri) ?? []
  const job = jobId && z.uuid().safeParse(jobId).success ? await findJob(db, jobId) : undefined
  const output = job && isVisibleTo(job, address) ? job.outputs.find((one) => one.name === name) : undefined
  if (!output) throw new RpcError('invalidParams', 'There is no such result.', { status: 200, data: { uri } })
  const { mime, bytes, text } = output
  if (text !== null) return { contents: [{ uri, mimeType: mime, text }] }
  if (bytes > READ_BYTES_MAX)
    throw new RpcError('invalidParams', 'It is too large for this. Download it.', { status: 200 })
  const content = await readWhole(files, output, log)
  if (!content) throw new RpcError('internal', 'The file cannot be read at the moment.', { status: 200 })
  return { contents: [{ uri, mimeType: mime, blob: content.toString('base64') }] }
}
