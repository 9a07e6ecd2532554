import { catalogue } from '@infra/protocol/apps/catalogue'
import type { EstimateQuery } from '@infra/protocol/earning/estimates'
import type { MyNode } from '@infra/protocol/nodes'

/** What the form asks for. */
export interface Machine {
  /** The user's node whose hardware it is; undefined for a machine that isn't linked. */
  node: MyNode['id'] | undefined
  cores: number
  memoryGb: number
  apps: string[]
  /** By the reader's clock; all day if missing. */
  hours: { from: number; to: number } | undefined
}

const MB_PER_GB = 1024

/** The apps that a machine can serve, in the order of the catalogue. */
export const offeredApps = catalogue.filter(({ state }) => state === 'published')

/** A common machine without a graphics card. */
export const usualMachine: Machine = {
  node: undefined,
  cores: 4,
  memoryGb: 8,
  apps: offeredApps.filter(({ operatorModel }) => !operatorModel).map(({ id }) => id),
  hours: undefined,
}

/** As the agent of a linked node measured it. */
export function machineOf(node: MyNode): Machine {
  const { cores, memoryMb } = node.hardware!
  const apps = offeredApps.map(({ id }) => id).filter((id) => node.apps.includes(id))
  return {
    node: node.id,
    cores,
    memoryGb: Math.round((memoryMb / MB_PER_GB) * 10) / 10,
    apps,
    hours: undefined,
  }
}

/** The address of the estimate. Hours are the reader's; if their time zone is off by half an hour, it's rounded. */
export function queryOf(
  { node, cores, memoryGb, apps, hours }: Machine,
  offsetMinutes: number,
): EstimateQuery {
  const inUtc = (hour: number) => (((hour + Math.round(offsetMinutes / 60)) % 24) + 24) % 24
  return {
    cores,
    memoryMb: Math.round(memoryGb * MB_PER_GB),
    apps,
    ...(hours && hours.from !== hours.to && { hours: { from: inUtc(hours.from), to: inUtc(hours.to) } }),
    ...(node && { node }),
  }
}

/** Undefined if the form can be sent. */
export function machineProblem({ cores, memoryGb, apps }: Machine): string | undefined {
  if (!Number.isInteger(cores) || cores < 1 || cores > 4096) return 'Enter a number of cores from 1 to 4096.'
  if (!(memoryGb >= 0.25 && memoryGb <= 10_000)) return 'Enter the memory in GB, from 0.25 to 10,000.'
  if (apps.length === 0) return 'Choose at least one app.'
  return undefined
}
