import * as protocol from '@infra/protocol/jobs/batches'
import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import type { FastifyInstance } from 'fastify'
import { transaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { mediaRoute, route } from '../../http/route.ts'
import { cancelOpen } from '../cancel-job.ts'
import type { SubmitDeps } from '../submit-job.ts'
import { type BatchedJob, findBatch, listBatched, listOpenOfBatch } from './batch-queries.ts'
import { foundBatch, submitBatch } from './submit-batch.ts'

export function batchRoutes(server: FastifyInstance, deps: SubmitDeps): void {
  const { db } = deps
  const mine = async (id: string, address: string) => foundBatch(await findBatch(db, id, address))

  route(server, deps, protocol.submitBatch, ({ caller: { address, key }, headers, body, replayed }) =>
    submitBatch(deps, { address, key, body }, { key: headers['idempotency-key'], onReplay: replayed }),
  )

  route(server, deps, protocol.getBatch, ({ caller, params }) => mine(params.id, caller.address))

  mediaRoute(server, deps, protocol.getBatchResult, async ({ caller, params }, _request, reply) => {
    await mine(params.id, caller.address)
    const lines = (await listBatched(db, [params.id])).map((job) => `${JSON.stringify(lineOf(deps, job))}\n`)
    return reply.type('application/jsonl').header('cache-control', 'no-store').send(lines.join(''))
  })

  route(server, deps, protocol.cancelBatch, async ({ caller: { address }, params: { id } }) => {
    await mine(id, address)
    const cancelled = await transaction(db, async (tx) =>
      cancelOpen(
        tx,
        (await listOpenOfBatch(tx, [id])).map((job) => job.id),
      ),
    )
    for (const job of cancelled) deps.notifications.publish('job', job.id)
    return mine(id, address)
  })
}

function lineOf(
  { config }: Pick<Deps, 'config'>,
  { id, place, ref, status, reason, charged, outputs }: BatchedJob,
) {
  const path = (name: string) => getJobOutput.path.replace('{id}', id).replace('{name}', name)
  return {
    place,
    ref,
    job: id,
    status,
    reason,
    credits: charged ?? 0,
    outputs: outputs.map(({ name, kind, mime, bytes, sha256, text }) => ({
      name,
      kind,
      mime,
      bytes,
      sha256,
      text,
      url: new URL(config.apiPrefix + path(name), config.publicUrl).href,
    })),
  }
}
