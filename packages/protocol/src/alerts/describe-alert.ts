import { type AlertKind, type NodeAlert, STEADY_HOURS } from './node-alerts.ts'

interface Words {
  title: string
  body: string
}

type Described = Pick<NodeAlert, 'kind' | 'reason' | 'isUnsteady'> & { node: { name: string } }

/** What is wrong and what to do about it: the same text on the page, in notifications and in mails. */
export function describeAlert({ kind, reason, isUnsteady, node: { name } }: Described): Words {
  const what = isUnsteady ? again[kind] : begun[kind]
  return { title: `${name} ${what}`, body: [reason, todo[kind]].filter(Boolean).join(' ') }
}

export function describeAlertOver({ kind, isUnsteady, node: { name } }: Described): Words {
  const body = isUnsteady ? `It has been well for ${STEADY_HOURS} hours.` : 'There’s nothing to do.'
  return { title: `${name} ${over[kind]}`, body }
}

const begun: Record<AlertKind, string> = {
  offline: 'is offline',
  failing: 'keeps failing',
  suspended: 'is suspended',
  disk: 'is running out of disk space',
  idle: 'has had no jobs for unusually long',
}

const again: Record<AlertKind, string> = {
  offline: 'keeps going offline',
  failing: 'is failing again',
  suspended: 'is suspended again',
  disk: 'keeps running out of disk space',
  idle: 'has had no jobs for unusually long again',
}

const todo: Record<AlertKind, string> = {
  offline:
    'Check that the machine is on and connected. “infra-node service status” says whether the agent runs.',
  failing: 'Read the agent’s log, and run “infra-node doctor” to find out why.',
  suspended: 'You can appeal on Nodes.',
  disk: 'Free some space, or serve fewer apps with NODE_APPS. Until then its jobs may fail.',
  idle: 'If you think it should get some, run “infra-node doctor”.',
}

const over: Record<AlertKind, string> = {
  offline: 'is back online',
  failing: 'takes jobs again',
  suspended: 'is no longer suspended',
  disk: 'has enough disk space again',
  idle: 'gets jobs again',
}
