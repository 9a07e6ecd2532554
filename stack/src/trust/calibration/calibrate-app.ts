import type { AppId } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { compareResults, type DecodedResult } from '@infra/trust/comparators/compare-results'
import type { CanaryInput } from '../../../../apps/api/src/canary-inputs/canary-input.ts'
import { makeCanaryInput } from '../../../../apps/api/src/canary-inputs/make-canary-input.ts'
import { decodeJob } from '../../../../apps/api/src/test/runners/decode-job.ts'
import { decodeResult } from '../../../../apps/api/src/test/runners/decode-result.ts'
import {
  openRunner,
  type RunApp,
  type RunnerOutput,
} from '../../../../apps/api/src/test/runners/open-runner.ts'
import { engineOf } from '../../../../apps/node/src/runners/engines.ts'
import type { Calibrated, Counted } from './calibration.ts'
import { nearCheats, otherOrders } from './near-cheats.ts'

/** The numbers of threads of the two machines that are compared. */
const THREADS = [1, 2] as const

const SOUNDS = 4

/** Runs an app on this many inputs, each with one thread and with two, and compares both results with each other and with cheats. */
export async function calibrateApp(appId: AppId, inputs: number): Promise<Calibrated> {
  const sounds = appId === 'transcribe' ? await recordSpeech() : []
  const [one, two] = await Promise.all(THREADS.map((threads) => openRunner(appId, { threads })))
  try {
    const app = findApp(appId)!
    const calibrated: Calibrated = {
      version: app.version,
      ...engineOf(appId),
      platform: `${process.platform}-${process.arch}`,
      inputs,
      equalBytes: 0,
      honest: counted(),
      cheats: {},
    }
    let before: DecodedResult | undefined
    for (let at = 0; at < inputs; at++) {
      const canary = (await makeCanaryInput(app, `calibration ${at}`, { sounds }))!
      before = await compareRuns(appId, canary, { one: one!.run, two: two!.run, before, calibrated })
    }
    return calibrated
  } finally {
    await one!.close()
    await two!.close()
  }
}

async function compareRuns(
  appId: AppId,
  canary: CanaryInput,
  {
    one,
    two,
    before,
    calibrated,
  }: { one: RunApp; two: RunApp; before: DecodedResult | undefined; calibrated: Calibrated },
): Promise<DecodedResult> {
  const { compared } = await decodeJob(canary)
  const outputs = await one(canary.input, canary.files)
  const again = await two(canary.input, canary.files)
  const answer = await decodeResult(outputs)
  const compare = (other: DecodedResult) => compareResults(appId, answer, other, compared)!
  const isEqual = isSameBytes(outputs, again)
  calibrated.equalBytes += Number(isEqual)
  count(calibrated.honest, isEqual ? { comparison: 'same', distance: 0 } : compare(await decodeResult(again)))

  const cheats = before ? await nearCheats(canary, answer, before) : []
  const order = otherOrders[appId]
  if (order) {
    const result = await decodeResult(await one(order.change(canary.input), canary.files))
    cheats.push({ name: order.name, result })
  }
  for (const { name, result } of cheats) {
    calibrated.cheats[name] ??= counted()
    count(calibrated.cheats[name], compare(result))
  }
  return answer
}

function isSameBytes(one: readonly RunnerOutput[], other: readonly RunnerOutput[]): boolean {
  return one.every(({ text, bytes }, at) =>
    bytes ? bytes.equals(other[at]!.bytes!) : text === other[at]!.text,
  )
}

function counted(): Counted {
  return { same: 0, unclear: 0, wrong: 0, nearest: null, farthest: null }
}

function count(
  into: Counted,
  { comparison, distance }: { comparison: 'same' | 'unclear' | 'wrong'; distance: number },
): void {
  into[comparison] += 1
  into.nearest = Math.min(into.nearest ?? distance, distance)
  into.farthest = Math.max(into.farthest ?? distance, distance)
}

/** Speech to transcribe, made like that of reference nodes. */
async function recordSpeech(): Promise<Buffer[]> {
  const { run, close } = await openRunner('speak')
  try {
    const sounds: Buffer[] = []
    for (let at = 0; at < SOUNDS; at++) {
      const { input } = (await makeCanaryInput(findApp('speak')!, `sound ${at}`, { sounds: [] }))!
      sounds.push((await run(input))[0]!.bytes!)
    }
    return sounds
  } finally {
    await close()
  }
}
