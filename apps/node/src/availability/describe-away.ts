import type { AwayReason } from '@infra/protocol/nodes'

/** For `NODE_IDLE_MINUTES` on a system that only reports terminals. */
export const NO_DESKTOPS =
  'Only terminals are watched for NODE_IDLE_MINUTES: this system has no logind to tell whether a desktop is in use.'

/** For the person at the machine. */
export const awayWords: Record<AwayReason, string> = {
  hours: 'it is outside the hours of NODE_HOURS',
  in_use: 'you are using this machine',
  load: 'other programs need this machine',
  battery: 'this machine runs on battery',
  temperature: 'this machine is too warm',
  paused: 'you paused it',
  updating: 'the agent is being updated',
}
