import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppManifest } from '@infra/protocol/apps/app'
import { inputSchema } from '@infra/protocol/apps/app-input'
import {
  type Assignment,
  claimsOf,
  type FinishedOutput,
  failAttempt,
  finishAttempt,
  leaseOf,
  releaseAttempt,
} from '@infra/protocol/attempts'
import { Refusal } from '@infra/protocol/refusal'
import { type Ran, receiptTypedData, type Served } from '@infra/protocol/signatures/receipts'
import { type HeldPack, type Weights, WeightsUnavailable } from '@infra/weights/weights'
import type { PrivateKeyAccount } from 'viem/accounts'
import { RemoteUnavailable, runAdapter } from '../adapters/adapter.ts'
import type { Adapters } from '../adapters/adapters.ts'
import type { Bandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Log } from '../log.ts'
import { JobFailure, type JobOutput } from '../runners/runner.ts'
import type { Sandbox, SandboxJob } from '../sandbox/sandbox.ts'
import { describeProgram, describeRunner } from './describe-run.ts'
import { fetchInputFiles } from './fetch-input-files.ts'
import { explicitAmong } from './judge-pictures.ts'
import { holdLease, isLost, type Lease } from './lease.ts'
import { LEASED_BACKOFF_MS_MAX, untilAnswered } from './retry.ts'
import type { RunningJobs } from './running-jobs.ts'
import { sendOutputs } from './send-outputs.ts'
import type { Session } from './session.ts'

export interface AttemptDeps {
  session: Pick<Session, 'call' | 'over'>
  sandbox: Sandbox
  adapters: Adapters
  weights: Weights
  bandwidth: Bandwidth
  account: PrivateKeyAccount
  /** What receipts say about this agent. */
  served: Served
  threads: number
  log: Log
  findApp: (id: string) => AppManifest | undefined
  /** Aborted when the agent shuts down and may no longer finish its jobs. */
  released: AbortSignal
  /** Aborts when jobs that start now must be left, to free the machine for its owner. */
  left: () => AbortSignal
  jobs: RunningJobs
  /** This machine can't run the app for now. */
  suspend: (appId: string, why: string) => void
}

const REPORT_SECONDS = 30
const RELEASE_SECONDS = 3
const DETAIL_LENGTH_MAX = 4_000

interface Result {
  outputs: FinishedOutput[]
  runMs: number
  ran: Ran
}

type Outcome = Result | JobFailure | 'lost' | 'released' | 'left'

/** One attempt at a job, from the assignment to its end, whatever the outcome. Never throws. */
export async function performAttempt(deps: AttemptDeps, assignment: Assignment): Promise<void> {
  const { jobs } = deps
  const { attemptId } = assignment
  const held = holdLease(deps.session.call, assignment)
  const left = deps.left()
  const lease: Lease = {
    ...held,
    progress: (part, stage) => {
      jobs.progress(attemptId, part, stage)
      held.progress(part, stage)
    },
  }
  const stop = AbortSignal.any([lease.lost, deps.released, left, deps.session.over])
  jobs.begin(assignment, left.aborted)
  const what = `Job ${assignment.jobId} (${assignment.app.id})`
  deps.log.debug(`${what}: started.`)
  try {
    const outcome = await outcomeOf({ ...deps, left: () => left }, assignment, lease, stop)
    jobs.finishing(attemptId)
    lease.startFinishing()
    await report(deps, assignment, outcome, what)
  } catch (error) {
    // If the result can't be reported, the job hasn't failed: its lease lapses, and another node runs it.
    deps.log.warn(`${what}: the network did not take our report. ${(error as Error).message}`)
  } finally {
    lease.stop()
    jobs.end(attemptId)
  }
}

async function outcomeOf(
  deps: AttemptDeps,
  assignment: Assignment,
  lease: Lease,
  stop: AbortSignal,
): Promise<Outcome> {
  let scratch: string | undefined
  const held: HeldPack[] = []
  try {
    scratch = await mkdtemp(join(deps.sandbox.scratchOf(assignment.app.id), 'job-'))
    return await makeResult({ ...deps, held }, assignment, lease, scratch, stop)
  } catch (error) {
    if (lease.lost.aborted || deps.session.over.aborted || isLost(error)) return 'lost'
    if (deps.left().aborted) return 'left'
    if (deps.released.aborted) return 'released'
    return failureOf(deps, assignment.app.id, error)
  } finally {
    for (const pack of held) pack.release()
    if (scratch) await rm(scratch, { recursive: true, force: true })
  }
}

/** Includes the packs that the job uses, which must stay until it's over. */
interface Making extends AttemptDeps {
  held: HeldPack[]
}

async function makeResult(
  deps: Making,
  assignment: Assignment,
  lease: Lease,
  scratch: string,
  signal: AbortSignal,
): Promise<Result> {
  const { bandwidth } = deps
  const { call } = deps.session
  const app = deps.findApp(assignment.app.id)
  if (!app || app.version !== assignment.app.version)
    throw new JobFailure('app_failed', 'This agent has no runner for this version of the app.')
  const input = inputSchema(app.fields).safeParse(assignment.input)
  if (!input.success)
    throw new JobFailure('app_failed', `The input is not for this version: ${input.error.message}`)

  const weights = await fetchWeights(deps, app, lease, signal)
  const fetching = { call, assignment, scratch, pace: bandwidth.down, signal }
  const files = await fetchInputFiles(fetching, app)
  const startedAt = performance.now()
  const { outputs, ran } = await run(deps, app, { input: input.data, files, scratch, weights }, lease, signal)
  const runMs = performance.now() - startedAt
  lease.progress(1, 'Sending the result')
  const sending = { call, assignment, bandwidth, signal }
  const sent = await sendOutputs(sending, app, outputs)
  const explicit = await explicitAmong(deps, outputs, signal)
  const judged = sent.map((output) =>
    explicit.includes(output.name) ? { ...output, explicit: true as const } : output,
  )
  return { outputs: judged, runMs, ran }
}

async function run(
  { sandbox, adapters, threads }: AttemptDeps,
  app: AppManifest,
  given: Pick<SandboxJob, 'input' | 'files' | 'scratch' | 'weights'>,
  lease: Lease,
  signal: AbortSignal,
): Promise<{ outputs: JobOutput[]; ran: Ran }> {
  const adapter = adapters[app.id]
  if (adapter) {
    const { progress, text, preview } = lease
    const job = { ...given, progress, text, preview, signal }
    const { outputs, facts } = await runAdapter(adapter, job, app.limits)
    return { outputs, ran: describeProgram(facts) }
  }
  const outputs = await sandbox.run({
    ...given,
    appId: app.id,
    threads,
    limits: app.limits,
    onProgress: lease.progress,
    onText: lease.text,
    signal,
  })
  return { outputs, ran: describeRunner(app) }
}

async function fetchWeights(
  { weights, held }: Making,
  app: AppManifest,
  lease: Lease,
  signal: AbortSignal,
): Promise<Record<string, string>> {
  const folders: Record<string, string> = {}
  for (const pack of app.weights) {
    const progress = (part: number) => lease.progress(0, `Fetching the model, ${Math.floor(part * 100)} %`)
    const holding = await weights.hold(pack, { progress, signal })
    held.push(holding)
    folders[pack] = holding.folder
  }
  return folders
}

function failureOf(deps: AttemptDeps, appId: string, error: unknown): JobFailure {
  // Checks the message too, because only the message of an error in the child arrives.
  const isFull = /\bENOSPC\b/.test((error as Error).message)
  const isMissing = error instanceof WeightsUnavailable || error instanceof RemoteUnavailable
  if (isMissing || isFull) deps.suspend(appId, (error as Error).message)
  if (error instanceof JobFailure) return error
  if (error instanceof WeightsUnavailable)
    return new JobFailure('weights_unavailable', error.message, { cause: error })
  return new JobFailure('app_failed', (error as Error).stack ?? String(error), { cause: error })
}

async function report(
  deps: AttemptDeps,
  assignment: Assignment,
  outcome: Outcome,
  what: string,
): Promise<void> {
  const { log } = deps
  if (outcome === 'lost') return log.info(`${what}: no longer ours; stopped.`)
  // One sign-in says this for all jobs: see `makeRoom`.
  if (outcome === 'left') return log.info(`${what}: left, another node will run it.`)
  if (outcome === 'released') return release(deps, assignment, what)
  if (outcome instanceof JobFailure) {
    log.warn(`${what}: failed, ${outcome.reason}. ${outcome.message.split('\n')[0]}`)
    return fail(deps, assignment, outcome)
  }
  await finish(deps, assignment, outcome, what)
}

/** The API may be down for minutes, so a result is sent again until it's accepted or refused. */
async function finish(
  deps: AttemptDeps,
  assignment: Assignment,
  result: Result,
  what: string,
): Promise<void> {
  const { session, account, served, log } = deps
  const claims = await claimsOf(assignment, { node: account.address, served, ...result })
  const nodeSignature = await account.signTypedData(receiptTypedData(claims))
  const body = { outputs: result.outputs, claims, nodeSignature }
  try {
    await withRetries(deps, () =>
      session.call(finishAttempt, { ...leaseOf(assignment), body }, { seconds: REPORT_SECONDS }),
    )
    log.info(`${what}: finished in ${(result.runMs / 1000).toFixed(1)} s.`)
  } catch (error) {
    if (isLost(error)) return log.info(`${what}: no longer ours; the result is dropped. ${error.message}`)
    const isOurFault =
      error instanceof Refusal &&
      ['output_refused', 'receipt_invalid', 'validation_failed'].includes(error.code)
    if (!isOurFault) throw error
    log.error(`${what}: the result was refused. ${error.message}`)
    await fail(deps, assignment, new JobFailure('output_refused', error.message))
  }
}

async function fail(deps: AttemptDeps, assignment: Assignment, failure: JobFailure): Promise<void> {
  const detail = failure.message.slice(0, DETAIL_LENGTH_MAX)
  const body = { reason: failure.reason, detail, final: failure.final }
  await withRetries(deps, () =>
    deps.session.call(failAttempt, { ...leaseOf(assignment), body }, { seconds: REPORT_SECONDS }),
  ).catch((error) => {
    if (!isLost(error)) throw error
  })
}

async function release({ session, log }: AttemptDeps, assignment: Assignment, what: string): Promise<void> {
  await session.call(releaseAttempt, leaseOf(assignment), { seconds: RELEASE_SECONDS })
  log.info(`${what}: given back, another node will run it.`)
}

function withRetries<T>({ session, released, log }: AttemptDeps, attempt: () => Promise<T>): Promise<T> {
  return untilAnswered(attempt, {
    signal: AbortSignal.any([released, session.over]),
    maxMs: LEASED_BACKOFF_MS_MAX,
    onWait: (error) =>
      log.warn(`The network did not take a report: ${(error as Error).message} Trying again.`),
  })
}
