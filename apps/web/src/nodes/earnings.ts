import type { StatementLine } from '@infra/protocol/credits'

export interface EarningDay {
  /** 2026-01-31, in the person's own time zone. */
  day: string
  credits: number
  jobs: number
}

/** Newest first. */
export function earningsByDay(
  lines: readonly Pick<StatementLine, 'at' | 'kind' | 'pending' | 'available'>[],
): EarningDay[] {
  const days = new Map<string, EarningDay>()
  for (const { at, kind, pending, available } of lines) {
    if (kind !== 'earning') continue
    const day = dayOf(at)
    const sum = days.get(day) ?? { day, credits: 0, jobs: 0 }
    days.set(day, { day, credits: sum.credits + pending + available, jobs: sum.jobs + 1 })
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? 1 : -1))
}

function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
