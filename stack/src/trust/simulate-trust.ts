import type { Conditions } from './conditions.ts'
import type { Report } from './report.ts'
import { books } from './scenarios/books.ts'
import { cheats } from './scenarios/cheats.ts'
import { framing } from './scenarios/framing.ts'
import { grantFarming } from './scenarios/grant-farming.ts'
import { honestNodes } from './scenarios/honest-nodes.ts'
import { newKeys } from './scenarios/new-keys.ts'
import { otherPolicies } from './scenarios/other-policies.ts'
import { rings } from './scenarios/rings.ts'
import { unreadableVotes } from './scenarios/unreadable-votes.ts'

const scenarios = [
  honestNodes,
  cheats,
  otherPolicies,
  newKeys,
  rings,
  framing,
  unreadableVotes,
  books,
  grantFarming,
]

/** Simulates honest nodes and every kind of cheat under the trust rules of the API. */
export function simulateTrust(conditions: Conditions, onReport: (report: Report) => void = () => {}): Report {
  const reports = scenarios.map((scenario) => {
    const report = scenario(conditions)
    onReport(report)
    return report
  })
  return {
    tables: reports.flatMap(({ tables }) => tables),
    claims: reports.flatMap(({ claims }) => claims),
  }
}
