import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { openWeights } from '@infra/weights/weights'
import { planJobs } from '../agent/plan-jobs.ts'
import { exitCodes } from '../agent/stopped.ts'
import { limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { runners } from '../runners/runners.ts'
import { packs } from '../weights/packs.ts'

/** Fetches weights now: of the named apps, or of all. */
export async function pull(config: Config, log: Log, ids: string[]): Promise<number> {
  const unknown = ids.filter((id) => !findApp(id) || !runners[id])
  if (unknown.length > 0) {
    console.error(`There is no app "${unknown.join('", "')}". There are ${Object.keys(runners).join(', ')}.`)
    return exitCodes.misused
  }
  const apps = catalogue.filter(({ id }) => runners[id] && (ids.length === 0 || ids.includes(id)))
  const { space } = await planJobs(config, log)
  const pace = limitBandwidth(config.bandwidth).down
  const weights = openWeights({ ...config.weights, space, pace, packs, say: (line) => console.log(line) })
  let failed = false
  for (const pack of new Set(apps.flatMap((app) => app.weights))) {
    try {
      const folder = await weights.ensure(pack, { progress: showPart(pack) })
      console.log(`${pack}: in ${folder}`)
    } catch (error) {
      console.error((error as Error).message)
      failed = true
    }
  }
  return failed ? exitCodes.failed : 0
}

/** A line that counts up on a terminal; into a file, only every quarter. */
function showPart(pack: string): (part: number) => void {
  let shown = -1
  return (part) => {
    const step = process.stdout.isTTY ? 1 : 25
    const percent = Math.floor((part * 100) / step) * step
    if (percent === shown) return
    shown = percent
    const line = `  ${pack}: ${percent} %`
    if (process.stdout.isTTY) process.stdout.write(`\r${line}${percent === 100 ? '\n' : ''}`)
    else console.log(line)
  }
}
