import { type CatalogueApp, getApp, listApps } from '@infra/protocol/apps'
import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { Refusal } from '@infra/protocol/refusal'
import { isComparable } from '@infra/trust/comparators/compare-results'
import type { FastifyInstance } from 'fastify'
import { memoizeForMs } from '../concurrency/memoize-for-ms.ts'
import type { Deps } from '../deps.ts'
import { presentFile } from '../files/present-file.ts'
import { route } from '../http/route.ts'
import { appDurations } from '../nodes/app-durations.ts'
import { readNetworkNow } from '../nodes/network-now.ts'
import { checksNodes } from '../trust/trust-records.ts'
import { listExamples } from './list-examples.ts'

/** Recent enough, and the database is queried only once however many people browse. */
const KEPT_MS = 1_000

export function catalogueRoutes(server: FastifyInstance, deps: Deps): void {
  const published = catalogue
    .filter(({ state }) => state !== 'hidden')
    .map((app): AppManifest => (deps.config.appsOff.has(app.id) ? { ...app, state: 'off' } : app))
  const read = memoizeForMs(KEPT_MS, () => withLiveFacts(deps, published))

  route(server, deps, listApps, async () => ({ items: await read() }))

  route(server, deps, getApp, async ({ params }) => {
    const app = (await read()).find(({ id }) => id === params.id)
    if (!app) throw new Refusal('not_found', 'There is no such app.')
    return app
  })
}

async function withLiveFacts(deps: Deps, apps: AppManifest[]): Promise<CatalogueApp[]> {
  const { db } = deps
  const [network, durations, examples] = await Promise.all([
    readNetworkNow(db),
    appDurations(db),
    listExamples(db),
  ])
  return apps.map((app) => {
    const example = examples.get(app.id)
    const output = example?.outputs[0]
    return {
      ...app,
      nodes: network.apps[app.id]?.able ?? 0,
      queued: network.queued[app.id] ?? 0,
      p50Seconds: durations.get(app.id)?.p50Seconds ?? null,
      p90Seconds: durations.get(app.id)?.p90Seconds ?? null,
      isChecked: checksNodes(deps.config) && isComparable(app.id),
      example: output
        ? { jobId: example!.jobId, output: presentFile(deps, output, { isPublic: true }) }
        : null,
    }
  })
}
