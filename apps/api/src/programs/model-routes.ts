import type { AppManifest } from '@infra/protocol/apps/app'
import { fileFields } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { getModel, listModels, runApp } from '@infra/protocol/v1/models'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { publishedApps } from '../catalogue/published-apps.ts'
import { route } from '../http/route.ts'
import { presentJob } from '../jobs/present-job.ts'
import { appDurations } from '../nodes/app-durations.ts'
import { cachedNetworkNow } from '../nodes/network-now.ts'
import { orderJob, outputOf } from './call-job.ts'
import { endpointsOf } from './models.ts'
import { inputOf } from './parameters.ts'
import { type ProgramDeps, programRoute } from './program-route.ts'

export function modelRoutes(server: FastifyInstance, deps: ProgramDeps): void {
  const networkNow = cachedNetworkNow(deps.db)
  const present = async (apps: readonly AppManifest[]) => {
    const [network, durations] = [await networkNow(), await appDurations(deps.db)]
    return apps.map(({ id, version, price }) => {
      const seconds = durations.get(id)?.p50Seconds ?? null
      const aboutSeconds = seconds === null ? null : Math.ceil(seconds)
      const nodesOnline = network.apps[id]?.able ?? 0
      const infra = { version, price, endpoints: endpointsOf(id), nodesOnline, aboutSeconds }
      return { id, object: 'model' as const, created: 0, owned_by: 'infra' as const, infra }
    })
  }

  route(server, deps, listModels, async () => ({
    object: 'list' as const,
    data: await present(publishedApps(deps.config)),
  }))

  route(server, deps, getModel, async ({ params }) => {
    const app = publishedApps(deps.config).find(({ id }) => id === params.id)
    if (!app) throw new Refusal('app_unknown', `There is no app "${params.id}".`)
    return (await present([app]))[0]!
  })

  programRoute(server, deps, runApp, async (call) => {
    const { params, body, form, files, reply, request } = call
    const app = findApp(params.app)
    if (!app) throw new Refusal('app_unknown', `There is no app "${params.app}". GET /v1/models lists them.`)
    const job = await orderJob(deps, call, {
      appId: app.id,
      input: form ? inputOf(app.fields, form) : body,
      files: Object.fromEntries(
        Object.entries(files).map(([name, upload]) => [refuseNoFile(app, name), { upload }]),
      ),
    })
    const row = await job.finished()
    reply.header('cache-control', 'no-store')
    if (request.headers.accept?.includes('application/json')) {
      const presented = presentJob(deps, row, { address: call.address }, 'with receipt')
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(z.encode(Job, presented)))
    }
    const output = outputOf(row)
    if (output.text !== null) return reply.type('text/plain; charset=utf-8').send(output.text)
    const onDamage = (error: Error) =>
      request.log.error({ err: error.cause }, 'a file in the store is damaged')
    const content = await deps.files.verified.read(output, 'whole', onDamage)
    if (!content) throw new Refusal('not_found', 'The result of this job was deleted.')
    return reply.type(output.mime).header('content-length', output.bytes).send(content)
  })
}

function refuseNoFile({ fields }: AppManifest, name: string): string {
  if (fileFields(fields).some((field) => field.name === name)) return name
  throw new Refusal('validation_failed', '1 field is not valid.', {
    errors: [{ pointer: `/${name}`, message: 'is not known here' }],
  })
}
