import type { AppManifest } from '@infra/protocol/apps/app'
import { safetyPack } from '@infra/safety/safety-pack'
import { freeSpace, type SpaceLimit } from '@infra/weights/free-space'
import { NoSpace, openWeights, type Weights, type WeightsOptions } from '@infra/weights/weights'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { findPack, packs } from '../weights/packs.ts'
import type { JobPlan } from './plan-jobs.ts'
import { isSlowToFetch } from './plan-space.ts'

/** This node's weights. First removes what already exceeds the limit, if nobody else may use it. */
export async function openNodeWeights(
  config: Config['weights'],
  space: SpaceLimit | undefined,
  log: FetchingLog,
  network: Pick<WeightsOptions, 'pace' | 'signal'>,
): Promise<Weights> {
  if (space) {
    const request = { cache: config.cache, limit: space, bytesNeeded: 0, removes: true, say: log.info }
    const over = await freeSpace(request)
    if (over > 0)
      log.warn(
        `The weights in ${config.cache} take ${Math.ceil(over / 1024 / 1024)} MB more than NODE_DISK_MB leaves for them, and none of them may be removed.`,
      )
  }
  return openWeights({ ...config, ...network, space, packs, say: log.info })
}

type FetchingLog = Pick<Log, 'info' | 'warn'>

/** To the log, and to the program that started us. */
export function fetchingLog(log: Log, onFetching?: (sentence: string) => void): FetchingLog {
  const both = (write: (sentence: string) => void) => (sentence: string) => {
    write(sentence)
    onFetching?.(sentence)
  }
  return { info: both(log.info), warn: both(log.warn) }
}

/** Fetches what most jobs need before the first of them comes, and what no job could wait for. Nothing waits for it. */
export async function fetchPacks(
  weights: Weights,
  plan: Pick<JobPlan, 'apps' | 'takesTurns'>,
  bandwidth: Config['bandwidth'],
  suspend: (appId: string) => void,
  log: FetchingLog,
  signal: AbortSignal,
): Promise<void> {
  const { apps, takesTurns } = plan
  for (const app of apps) {
    if (signal.aborted) return
    const isNow = app.weights.every((pack) => findPack(pack)?.light) || isSlowToFetch(app, bandwidth)
    if (isNow && !(await hasWeights(weights, app, takesTurns, log))) suspend(app.id)
  }
  // Serving works without it: see `explicitAmong`.
  const makesPictures = apps.some((app) => app.outputs.some(({ kind }) => kind === 'image' || kind === 'svg'))
  if (makesPictures && !signal.aborted)
    await weights.ensure(safetyPack.name).catch((error) => log.warn(error.message))
}

/** Whether a job would wait too long for the weights of its app. */
export async function needsTime(
  weights: Weights,
  app: AppManifest,
  bandwidth: Config['bandwidth'],
): Promise<boolean> {
  if (!isSlowToFetch(app, bandwidth)) return false
  const here = await Promise.all(app.weights.map((pack) => weights.isPresent(pack)))
  return !here.every(Boolean)
}

/** Fetches an app's weights, unless a job makes room for them when it comes. */
export async function hasWeights(
  weights: Weights,
  app: AppManifest,
  takesTurns: boolean,
  log: FetchingLog,
): Promise<boolean> {
  try {
    for (const pack of app.weights) {
      const waiting = { progress: inQuarters(pack, log) }
      if (takesTurns) await weights.ensure(pack, waiting)
      else (await weights.hold(pack, waiting)).release()
    }
    return true
  } catch (error) {
    if (takesTurns && error instanceof NoSpace) return true
    // Retried later; one app without weights must not stop the others.
    log.warn((error as Error).message)
    return false
  }
}

function inQuarters(pack: string, log: FetchingLog): (part: number) => void {
  let logged = 0
  return (part) => {
    const quarter = Math.floor(part * 4)
    if (quarter <= logged) return
    logged = quarter
    log.info(`Fetching the weights "${pack}": ${quarter * 25} %.`)
  }
}
