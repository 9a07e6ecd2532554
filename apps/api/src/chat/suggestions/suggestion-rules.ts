import type { JobStatus } from '@infra/protocol/jobs'

/** How many suggestions Infra's greeting shows. */
const SHOWN = 3

/** With fewer credits than this, a person may not be able to pay for the next job. */
const FEW_CREDITS = 20

/** What we know about a person, to suggest questions to them. */
export interface Known {
  latest: { status: JobStatus } | undefined
  credits: number
  nodes: number
}

/** What this person may want to ask first, the most useful first. Infra understands each of them. */
export function suggestFor({ latest, credits, nodes }: Known): string[] {
  const isOpen = latest?.status === 'queued' || latest?.status === 'running'
  const fitting: (string | false)[] = [
    isOpen && 'Where is my job?',
    latest?.status === 'error' && 'Why did my last job fail?',
    credits < FEW_CREDITS && 'How do I get more credits?',
    nodes > 0 && 'What did my nodes earn this week?',
    latest?.status === 'finished' && 'Make a new version of my last job',
    latest !== undefined && 'What did I make this week?',
    'Write a story about a lighthouse',
    'What can I do with my credits?',
    'Who can see what I make?',
  ]
  return fitting.filter((one) => one !== false).slice(0, SHOWN)
}
