import type { AppManifest } from '@infra/protocol/apps/app'
import { type AppInput, fileFields } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Job } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import type { FastifyBaseLogger } from 'fastify'
import { z } from 'zod'
import { type Account, requireScope } from '../auth/callers.ts'
import { publishedApps } from '../catalogue/published-apps.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { type JobRow, listJobsOf } from '../jobs/job-queries.ts'
import { ownJob } from '../jobs/own-job.ts'
import { prepareJob } from '../jobs/prepare-job.ts'
import { presentJob } from '../jobs/present-job.ts'
import type { OrderDeps } from '../jobs/routes.ts'
import { submitJob } from '../jobs/submit-job.ts'
import { waitForEnd } from '../jobs/watch/wait-for-end.ts'
import { findKeyOf } from '../keys/key-queries.ts'
import { presentKey } from '../keys/present-key.ts'
import { findCredits } from '../ledger/ledger-queries.ts'
import { cancelUnwanted } from './cancel-unwanted.ts'
import { CONFIRM_ABOVE, readConfirmed, requestConfirmation } from './confirm-price.ts'
import { presentRefusal, presentResult, type ToolResult } from './present-result.ts'
import { RpcError, readParams } from './rpc.ts'
import { presentTask } from './tasks.ts'
import { otherTools } from './tools.ts'

/** Clients give up after a minute, so a longer job gets its current state as the response. */
const WAIT_SECONDS = 45

const ToolCall = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).default({}),
  requestState: z.string().max(2_000).optional(),
  inputResponses: z
    .object({
      price: z
        .object({ action: z.string(), content: z.object({ confirm: z.boolean() }).optional() })
        .optional(),
    })
    .optional(),
})

/** Who calls, and how to report on a call and end it. */
export interface CallContext {
  account: Account
  log: Pick<FastifyBaseLogger, 'error'>
  /** Whether the client can ask its user for a confirmation. */
  confirms: boolean
  /** Whether the client accepts a task in place of a result. */
  takesTasks: boolean
  onProgress: ((part: number, stage: string) => void) | undefined
  /** Aborts when the caller no longer wants the result; then its job is cancelled. */
  unwanted: AbortSignal
  /** Aborts when there's nobody to respond to. */
  disconnected: AbortSignal
}

/** Calls one of the tools. A problem that a model can fix is a result; an unknown tool is the client's mistake. */
export async function callTool(deps: OrderDeps, params: unknown, context: CallContext): Promise<object> {
  const call = readParams(ToolCall, params)
  const { name } = call
  const app = publishedApps(deps.config).find(({ id }) => id === name)
  const other = otherTools.find((tool) => tool.name === name)
  if (!app && !other) throw new RpcError('invalidParams', `There is no tool "${name}".`, { status: 200 })
  try {
    const { key } = context.account
    if (key) requireScope(key, other?.scope ?? 'order')
    return app ? await callApp(deps, call, context) : await others[name]!(deps, call.arguments, context)
  } catch (error) {
    if (error instanceof Refusal) return presentRefusal(error)
    throw error
  }
}

const Reserved = z.object({
  maxCredits: z.int().min(1).optional(),
  visibility: z.enum(['private', 'public']).default('private'),
})

async function callApp(
  deps: OrderDeps,
  call: z.infer<typeof ToolCall>,
  context: CallContext,
): Promise<object> {
  const { address, key } = context.account
  const app = findApp(call.name)!
  const { maxCredits, visibility, ...given } = call.arguments
  const { data: reserved, error } = Reserved.safeParse({ maxCredits, visibility })
  if (error)
    throw new Refusal('validation_failed', `"maxCredits" is a whole number, "visibility" private or public.`)
  const confirmable = { by: callerOf(context.account), tool: app.id, args: call.arguments }
  const confirmed = call.requestState ? readConfirmed(deps, confirmable, call.requestState) : undefined
  const order = {
    appId: app.id,
    input: { ...given, ...confirmed?.files },
    submittedBy: address,
    key,
    acceptsInlineFiles: true,
    ...reserved,
  }
  // Checked like an order, so that nobody is asked to confirm one that would be refused.
  const { price, input } = await prepareJob(deps, order)
  const isAsked = price > CONFIRM_ABOVE && reserved.maxCredits === undefined
  if (isAsked) {
    const { available } = await findCredits(deps.db, address)
    if (!context.confirms)
      throw new Refusal(
        'price_above_limit',
        `${app.name} costs ${price} credits here; there are ${available}. Ask your user, then call again with "maxCredits": ${price}.`,
      )
    if (confirmed?.price !== price)
      return requestConfirmation(deps, confirmable, {
        name: app.name,
        available,
        price,
        files: filesOf(app, input),
      })
    const answer = call.inputResponses?.price
    if (answer?.action !== 'accept' || !answer.content?.confirm)
      throw new Refusal('price_above_limit', 'Your user did not confirm the price. Nothing was ordered.')
  }
  // Uses the files that were checked and the price that was shown, so that nothing else and nothing more expensive is ordered.
  const job = await submitJob(
    deps,
    { ...order, input: { ...given, ...filesOf(app, input) }, maxCredits: reserved.maxCredits ?? price },
    { key: isAsked ? confirmed?.once : undefined, payload: call.arguments, onReplay: () => {} },
  )
  if (context.takesTasks) {
    // Its client never gets the task's id, so nobody would read it.
    if (context.unwanted.aborted) await cancelUnwanted(deps, job.id, address)
    return { resultType: 'task', ...presentTask(job) }
  }
  return presentResult(deps, await followJob(deps, job.id, context), context.log)
}

/** The files of an input by field; all of them are stored by now. */
function filesOf({ fields }: Pick<AppManifest, 'fields'>, input: AppInput): Record<string, string> {
  const names = fileFields(fields).map(({ name }) => name)
  return Object.fromEntries(
    names.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name] as string]])),
  )
}

/** The key or the session. */
export function callerOf({ key, sessionId }: Account): string {
  return key?.id ?? sessionId!
}

/** Waits for a job, reports its progress, and cancels it once nobody wants it. */
async function followJob(deps: OrderDeps, id: string, context: CallContext): Promise<Job> {
  const { address } = context.account
  const { onProgress, unwanted, disconnected } = context
  let reported = 0
  const onChange = ({ lease }: JobRow) => {
    const part = lease?.progress ?? 0
    // A job that moves to another node starts over, but reported progress must not decrease.
    if (part <= reported) return
    reported = part
    onProgress?.(part, lease?.stage ?? '')
  }
  await waitForEnd(deps, id, {
    seconds: WAIT_SECONDS,
    signals: [unwanted, disconnected, deps.closing],
    onChange,
  })
  if (unwanted.aborted) await cancelUnwanted(deps, id, address)
  return presentJob(deps, await ownJob(deps, id, address), { address }, 'with receipt')
}

const JobId = z.strictObject({ id: z.uuid() })
const Quote = z.strictObject({ app: z.string(), input: z.record(z.string(), z.unknown()) })
const List = z.strictObject({ limit: z.int().min(1).max(25).default(10) })

type Handler = (deps: OrderDeps, args: unknown, context: CallContext) => Promise<ToolResult>

const others: Record<string, Handler> = {
  quote: async (deps, args, { account: { address, key } }) => {
    const { app: appId, input } = readArguments(Quote, args)
    const { maxCredits, visibility, ...given } = input
    const { data: reserved } = Reserved.safeParse({ maxCredits, visibility })
    const order = { appId, input: given, submittedBy: address, key, acceptsInlineFiles: true, ...reserved }
    const { price } = await prepareJob(deps, order)
    const { available } = await findCredits(deps.db, address)
    return jsonResult({ credits: price, available, ...(await keyLeft(deps, address, key?.id)) })
  },
  get_job: async (deps, args, context) => {
    const { id } = readArguments(JobId, args)
    await ownJob(deps, id, context.account.address)
    // Giving up waiting for a job doesn't cancel it.
    const unwanted = new AbortController().signal
    const disconnected = AbortSignal.any([context.disconnected, context.unwanted])
    return presentResult(deps, await followJob(deps, id, { ...context, unwanted, disconnected }), context.log)
  },
  cancel_job: async (deps, args, { account: { address }, log }) => {
    const { id } = readArguments(JobId, args)
    const { isError: _, ...result } = await presentResult(
      deps,
      await cancelJob(deps, { jobId: id, address }),
      log,
    )
    return result
  },
  list_jobs: async (deps, args, { account: { address } }) => {
    const { limit } = readArguments(List, args)
    const rows = await listJobsOf(deps.db, { limit, address })
    const jobs = rows.slice(0, limit).map((row) => presentJob(deps, row, { address }))
    return jsonResult({
      jobs: jobs.map(({ id, app, status, charged, createdAt }) => ({
        job: id,
        app: app.id,
        status,
        credits: charged,
        at: createdAt,
      })),
    })
  },
  balance: async (deps, _args, { account: { address, key } }) => {
    const { available } = await findCredits(deps.db, address)
    return jsonResult({ available, ...(await keyLeft(deps, address, key?.id)) })
  },
}

async function keyLeft({ db }: OrderDeps, address: string, keyId: string | undefined) {
  const row = keyId && (await findKeyOf(db, address, keyId))
  return row ? { keyLeft: presentKey(row).left } : {}
}

function readArguments<T>(schema: z.ZodType<T>, args: unknown): T {
  const read = schema.safeParse(args)
  if (read.success) return read.data
  throw new Refusal('validation_failed', 'The arguments are not valid.', {
    errors: read.error.issues.map(({ path, message }) => ({ pointer: `/input/${path.join('/')}`, message })),
  })
}

function jsonResult(data: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(data) }], structuredContent: data }
}
