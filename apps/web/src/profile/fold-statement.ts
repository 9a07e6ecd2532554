import type { StatementLine } from '@infra/protocol/credits'

/** The movements of one order's credits, which become one line. */
const ofOrder: ReadonlySet<StatementLine['kind']> = new Set(['hold', 'settle', 'refund', 'own', 'void'])

export interface FoldedLine {
  key: string
  at: Date
  /** The latest movement. `hold`: the job is still open. */
  kind: StatementLine['kind']
  /** The total change; what is held for an open job is still the user's. */
  credits: number
  held: number
  jobId: string | null
  appName: string | null
}

/**
 * One line per job, at the place of its latest movement. Holding moves credits without changing how many there are, so a line is right even
 * while the job's older movements are on a page that hasn't been loaded.
 */
export function foldStatement(lines: readonly StatementLine[]): FoldedLine[] {
  const folded = new Map<string, FoldedLine>()
  for (const [index, line] of lines.entries()) {
    const { at, kind, available, held, pending, jobId, appName } = line
    const isOrder = jobId !== null && ofOrder.has(kind)
    const key = isOrder ? jobId : String(index)
    const known = folded.get(key)
    const credits = available + held + pending
    if (known) folded.set(key, { ...known, credits: known.credits + credits, held: known.held + held })
    else folded.set(key, { key, at, kind, credits, held, jobId, appName })
  }
  return [...folded.values()]
}
