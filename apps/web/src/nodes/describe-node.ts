import { findApp } from '@infra/protocol/apps/catalogue'
import type { Hardware, NodeState, PublicNode, SandboxLevel } from '@infra/protocol/nodes'
import { formatCount } from '@infra/protocol/values/format-count'
import { serverNow } from '../bootstrap/server-time.ts'

export const stateLabels: Record<NodeState, string> = {
  online: 'Online',
  busy: 'Busy',
  maintenance: 'Maintenance',
  offline: 'Offline',
}

/** The heat of a node: the share of its slots that are busy. */
export function heatOf({ state, running, slots }: Pick<PublicNode, 'state' | 'running' | 'slots'>): number {
  if (state === 'offline') return 0
  if (state === 'maintenance') return 0.12
  return 0.3 + 0.65 * Math.min(1, running / Math.max(1, slots))
}

export function describeHardware(hardware: Hardware | null): string {
  if (!hardware) return 'Not measured yet'
  const { cores, memoryMb } = hardware
  return `${formatCount(cores, 'core')}, ${formatMemory(memoryMb)}`
}

/** What a malicious job could reach on this machine. */
export function describeSandbox(level: SandboxLevel | null): string {
  return level ? sandboxes[level] : 'Unknown: its agent hasn’t reported it'
}

const sandboxes: Record<SandboxLevel, string> = {
  full: 'Full: a job reaches no network, no other files and no other programs',
  weak: 'Limited: a job reaches no network and starts no programs, but could read files on this machine',
  none: 'None: nothing but Node.js keeps a job from this machine',
}

/** For the operator. Undefined if all is well, or if the agent hasn't reported its sandbox. */
export function sandboxWarning(level: SandboxLevel | null): string | undefined {
  return level ? warnings[level] : undefined
}

const warnings: Partial<Record<SandboxLevel, string>> = {
  weak: 'Its sandbox is limited. The kernel has no Landlock, so a hostile job could read any file that the node’s user can read, its key included. Use Linux 5.13 or newer.',
  none: 'It has no sandbox. A hostile job could do whatever the node’s user can do. Run the node on Linux 5.13 or newer.',
}

export function formatMemory(megabytes: number): string {
  return megabytes < 1024 ? `${megabytes} MB` : `${Math.round(megabytes / 1024)} GB`
}

/** The success rate with its confidence interval. */
export function formatSuccess(success: PublicNode['success']): string {
  if (!success) return 'No jobs yet'
  const { rate, low, high } = success
  return `${percent(rate)} (${percent(low)} to ${percent(high)})`
}

/** The same as a sentence, for the details. */
export function describeSuccess(success: PublicNode['success']): string {
  if (!success) return 'It hasn’t finished a job yet.'
  const { rate, low, high } = success
  return `${percent(rate)} of its jobs succeeded. With this many jobs, the true rate is between ${percent(low)} and ${percent(high)} (95 % confidence).`
}

export function percent(share: number): string {
  const hundredths = share * 100
  return `${hundredths > 99 && hundredths < 100 ? hundredths.toFixed(1) : Math.round(hundredths)} %`
}

const DAY_MS = 24 * 60 * 60 * 1000

/** An uptime over a few minutes says nothing, so a node is new for its first day. */
export function describeUptime({ createdAt }: Pick<PublicNode, 'createdAt'>, share: number): string {
  return isNew(createdAt) ? 'New' : percent(share)
}

export function describeUptimes(node: Pick<PublicNode, 'createdAt' | 'uptime'>): string {
  const { day, week, month } = node.uptime
  return isNew(node.createdAt) ? 'New' : `${percent(day)} day, ${percent(week)} week, ${percent(month)} month`
}

function isNew(createdAt: Date): boolean {
  return serverNow() - createdAt.getTime() < DAY_MS
}

/** Apps that only test the network don't concern anyone else. */
export function isShownApp(appId: string): boolean {
  return findApp(appId)?.state !== 'hidden'
}
