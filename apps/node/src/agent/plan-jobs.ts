import type { AppManifest } from '@infra/protocol/apps/app'
import { slotsFor } from '@infra/protocol/apps/slots-for'
import type { Hardware } from '@infra/protocol/nodes'
import { type Adapters, openAdapters } from '../adapters/adapters.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { measureHardware } from './hardware.ts'
import { planSpace, type SpacePlan } from './plan-space.ts'
import { appsFor } from './served-apps.ts'
import { JOB_MB } from './watch-disk.ts'

export interface JobPlan extends SpacePlan {
  hardware: Hardware
  adapters: Adapters
  /** Jobs at once. */
  slots: number
}

/** What this machine's configuration allows jobs to use. */
export async function planJobs(config: Config, log: Log): Promise<JobPlan> {
  const hardware = measureHardware(config.hardware)
  const adapters = openAdapters(config)
  const able = appsFor(hardware, config.apps, adapters, log)
  const slots = slotsOf(config, hardware, able)
  return { hardware, adapters, slots, ...(await planSpace(config, able, slots, log)) }
}

function slotsOf({ hardware: limits, slots, diskMb }: Config, hardware: Hardware, apps: AppManifest[]) {
  const fitting = slotsFor(hardware, apps, limits)
  const isLimited = limits.cores !== undefined || limits.memoryMb !== undefined
  const wanted = slots ?? fitting
  const able = isLimited ? Math.min(wanted, fitting) : wanted
  if (diskMb === undefined) return able
  // Half of the disk at most, so that there is room for weights as well.
  return Math.max(1, Math.min(able, Math.floor(diskMb / 2 / JOB_MB)))
}
