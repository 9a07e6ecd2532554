import type { PublicNode } from '@infra/protocol/nodes'

/** A node that is online and has done little, as the API describes it. */
export const quietNode: PublicNode = {
  id: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  name: 'Attic',
  operator: null,
  state: 'online',
  maintenanceReason: null,
  away: null,
  hardware: null,
  agentVersion: null,
  sandbox: null,
  apps: [],
  slots: 1,
  running: 0,
  jobsDone: 0,
  success: null,
  p50Seconds: null,
  uptime: { day: 1, week: 1, month: 1 },
  lastDay: { finishedByHour: [2, 3], failed: 1 },
  creditsEarned: 0,
  createdAt: new Date('2026-03-01'),
  lastSeenAt: null,
}
