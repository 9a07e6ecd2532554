import { hash, randomUUIDv7 } from 'node:crypto'
import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, drawSeeds, inputSchema } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import type { StoredFile } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { hashedInput } from '@infra/protocol/signatures/receipts'
import { validationRefusal } from '@infra/protocol/validation-refusal'
import { z } from 'zod'
import type { CallingKey } from '../auth/api-keys.ts'
import { requireScope } from '../auth/callers.ts'
import type { Db } from '../db/client.ts'
import type { Deps } from '../deps.ts'
import { extractInlineFiles, storeInlineFiles } from './inputs/inline-files.ts'
import { findJob, type JobRow } from './job-queries.ts'
import { isVisibleTo } from './present-job.ts'
import { resolveFiles } from './resolve-files.ts'
import type { ServingNodes } from './serving-nodes.ts'

export interface Order {
  submittedBy: string
  /** The API key that orders in their name. */
  key?: CallingKey
  appId: string
  input: unknown
  visibility?: 'public' | 'private'
  inputFilesHidden?: boolean
  parentId?: string
  /** The job is refused if it costs more. */
  maxCredits?: number
  /** Whether its files may be data URLs and addresses, which are stored as uploads first. Otherwise they're ids. */
  acceptsInlineFiles?: boolean
}

/** A checked order: it only remains to take the credits and to queue it. */
export interface PreparedJob {
  id: string
  app: AppManifest
  submittedBy: string
  input: AppInput
  inputFiles: StoredFile[]
  inputHash: string
  price: number
  visibility: 'public' | 'private'
  inputFilesHidden: boolean
  parentId: string | null
  keyId: string | null
}

const orderSchemas = new Map<string, z.ZodType<{ input: AppInput }>>()

/** Made once per app: making a schema costs more than using it. */
function orderSchema({ id, fields }: AppManifest): z.ZodType<{ input: AppInput }> {
  const schema = orderSchemas.get(id) ?? z.object({ input: inputSchema(fields) })
  orderSchemas.set(id, schema)
  return schema
}

/** Decides everything about an order that doesn't need a write. */
export async function prepareJob(
  deps: Deps & { serving: Pick<ServingNodes, 'refuseUnserved'> },
  order: Order,
): Promise<PreparedJob> {
  const app = findApp(order.appId)
  if (!app) throw new Refusal('app_unknown', `There is no app "${order.appId}".`)
  if (app.state === 'off' || deps.config.appsOff.has(app.id)) {
    throw new Refusal('app_unavailable', `${app.name} is switched off at the moment.`)
  }
  if (order.key?.apps && !order.key.apps.includes(app.id)) {
    throw new Refusal('scope_missing', `This API key may not order ${app.name}.`)
  }
  const parent = order.parentId === undefined ? undefined : await visibleParent(deps.db, order)
  const inlineFiles = order.acceptsInlineFiles
    ? extractInlineFiles(app.fields, order.input)
    : { input: order.input, files: {} }
  const given = orderSchema(app).safeParse({ input: inlineFiles.input })
  if (!given.success) throw validationRefusal(given.error, '/')

  const named = {
    ...given.data.input,
    ...(await storeInlineFiles(deps, inlineFiles.files, order.submittedBy)),
  }
  const inputFiles = await resolveFiles(deps, {
    fields: app.fields,
    input: named,
    owner: order.submittedBy,
    parent,
  })
  const input = drawSeeds(app.fields, named, Math.random)
  // Apps that only test the network stay out of the feed.
  const visibility =
    app.state === 'hidden' ? 'private' : (order.visibility ?? (order.key ? 'private' : 'public'))
  if (order.key && visibility === 'public') requireScope(order.key, 'publish')
  await deps.serving.refuseUnserved(app, visibility)
  const price = priceOf(app.price, input, Object.fromEntries(inputFiles.map((file) => [file.name, file])))
  refuseAbove(order.maxCredits, price)
  return {
    id: randomUUIDv7(),
    app,
    submittedBy: order.submittedBy,
    input,
    inputFiles,
    // Synchronous: the protocol's own hash uses WebCrypto, which waits for a thread.
    inputHash: hash(
      'sha256',
      hashedInput(input, Object.fromEntries(inputFiles.map(({ name, sha256 }) => [name, sha256]))),
    ),
    price,
    visibility,
    inputFilesHidden: (order.inputFilesHidden ?? false) && inputFiles.length > 0,
    parentId: parent?.id ?? null,
    keyId: order.key?.id ?? null,
  }
}

function refuseAbove(maxCredits: number | undefined, price: number): void {
  if (maxCredits === undefined || price <= maxCredits) return
  throw new Refusal(
    'price_above_limit',
    `This job costs ${price} credits, more than the ${maxCredits} you allow.`,
    { amounts: { needed: price } },
  )
}

async function visibleParent(db: Db, { parentId, submittedBy }: Order): Promise<JobRow> {
  const parent = await findJob(db, parentId!)
  if (!parent || !isVisibleTo(parent, submittedBy)) {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: '/parentId', message: 'must be a job that you can see' }],
    })
  }
  return parent
}
