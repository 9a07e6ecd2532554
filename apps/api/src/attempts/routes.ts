import {
  claimJob as claimJobEndpoint,
  failAttempt as failAttemptEndpoint,
  finishAttempt as finishAttemptEndpoint,
  getInputFile,
  releaseAttempt as releaseAttemptEndpoint,
  releaseUnheld as releaseUnheldEndpoint,
  renewLease as renewLeaseEndpoint,
  uploadOutput,
} from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { listNetworkKeys as listNetworkKeysEndpoint } from '@infra/protocol/signatures/network-keys'
import type { FastifyInstance } from 'fastify'
import type { LeaseHolder } from '../auth/leases.ts'
import { listNetworkKeys } from '../auth/network-key.ts'
import type { Deps } from '../deps.ts'
import { sendFile } from '../files/send-file.ts'
import { mediaRoute, route } from '../http/route.ts'
import { trackLastSeen } from '../matching/presence.ts'
import { admitOutput } from './admit-output.ts'
import { type ClaimDeps, claimJob } from './claim-job.ts'
import { failAttempt } from './fail-attempt.ts'
import { finishAttempt, finishBatches } from './finish-attempt.ts'
import { findInputFile, findLeasedJob } from './lease-queries.ts'
import { receiveOutput } from './receive-output.ts'
import { releaseAttempt, releaseUnheld } from './release-attempt.ts'
import { type RenewDeps, renewLease } from './renew-lease.ts'

interface Inbound {
  caller: { id: string }
  params: { id: string }
  headers: { 'x-lease-token': string }
}

const holderOf = ({ caller, params, headers }: Inbound): LeaseHolder => ({
  attemptId: params.id,
  leaseToken: headers['x-lease-token'],
  nodeId: caller.id,
})

/** The endpoints for nodes. Most require a lease. */
export function attemptRoutes(
  server: FastifyInstance,
  deps: Deps,
  shared: Pick<ClaimDeps, 'dispatcher'> & Pick<RenewDeps, 'watchJob'>,
): void {
  leaseRoutes(server, { ...deps, ...shared, markSeen: trackLastSeen(deps.db) })
  fileRoutes(server, deps)
  endingRoutes(server, deps)

  route(server, deps, listNetworkKeysEndpoint, async () => ({ items: await listNetworkKeys(deps.db) }))
}

function leaseRoutes(server: FastifyInstance, deps: Deps & ClaimDeps & RenewDeps): void {
  route(
    server,
    deps,
    claimJobEndpoint,
    async ({ caller, query, clientDisconnected }) =>
      (await claimJob(deps, {
        node: caller,
        waitMs: (query.wait ?? 0) * 1000,
        signal: clientDisconnected(),
      })) ?? null,
  )

  route(server, deps, renewLeaseEndpoint, (inbound) =>
    renewLease(deps, holderOf(inbound), {
      report: inbound.body,
      waitMs: (inbound.query.wait ?? 0) * 1000,
      clientDisconnected: inbound.clientDisconnected,
    }),
  )
}

function fileRoutes(server: FastifyInstance, deps: Deps): void {
  mediaRoute(server, deps, getInputFile, async (inbound, request, reply) => {
    const jobId = await findLeasedJob(deps.db, holderOf(inbound)).catch((cause) => {
      throw new Refusal('url_invalid', 'The files of a job are open to the holder of its lease alone.', {
        cause,
      })
    })
    const file = await findInputFile(deps.db, jobId, inbound.params.field)
    if (!file) throw new Refusal('not_found', 'The job has no such file.')
    return sendFile(deps, { request, reply, file, isPublic: false })
  })

  const admitDeps = { db: deps.db, receiving: new Set<string>() }
  route(
    server,
    deps,
    uploadOutput,
    (inbound) => receiveOutput(deps, holderOf(inbound), { ...inbound.query, upload: inbound.upload }),
    ({ params, query, bodyBytes, whenOver }) =>
      admitOutput(admitDeps, { attemptId: params.id, kind: query.kind, bytes: bodyBytes, whenOver }),
  )
}

function endingRoutes(server: FastifyInstance, deps: Deps): void {
  const finishDeps = { ...deps, finishBatches: finishBatches(deps.db), gating: new Set<string>() }

  route(server, deps, finishAttemptEndpoint, (inbound) =>
    finishAttempt(finishDeps, holderOf(inbound), inbound.body),
  )

  route(server, deps, failAttemptEndpoint, (inbound) => failAttempt(deps, holderOf(inbound), inbound.body))

  route(server, deps, releaseAttemptEndpoint, (inbound) => releaseAttempt(deps, holderOf(inbound)))

  route(server, deps, releaseUnheldEndpoint, ({ caller, body }) =>
    releaseUnheld(deps, { nodeId: caller.id, holding: body.holding }),
  )
}
