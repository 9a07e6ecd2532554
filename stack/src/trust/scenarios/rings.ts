import { cheatFigures } from '../cheat-figures.ts'
import type { Conditions } from '../conditions.ts'
import { percent, type Report, whole } from '../report.ts'
import { simulateNodes } from '../simulate-nodes.ts'

const sizes = [
  [4, 2],
  [4, 3],
  [10, 4],
  [50, 2],
  [50, 10],
  [50, 20],
] as const

/** Operators who give the same wrong result and vouch for each other. */
export function rings(conditions: Conditions): Report {
  const rows = sizes.map(([operators, members]) => {
    const behaviour = { rate: 0.1, from: 'trusted' as const, ring: { operators, members } }
    const name = `ring ${members} of ${operators}`
    const figures = cheatFigures(simulateNodes(name, behaviour, 400, conditions))
    const without = simulateNodes(name, behaviour, 200, { ...conditions, hasReference: false })
    return { operators, members, figures, without: cheatFigures(without) }
  })
  const find = (wanted: number, of: number) =>
    rows.find(({ operators, members }) => members === wanted && operators === of)!.figures
  return {
    tables: [
      {
        title: 'Rings that give the same wrong result and vouch for each other (10 % once trusted)',
        header: [
          'operators',
          'of them in the ring',
          'other operators that are friends',
          'struck within (99 %)',
          'suspended within (99 %)',
          'gain of one cheat, credits',
          'suspended at all, without reference nodes',
          'suspended within (99 %), without reference nodes',
        ],
        rows: rows.map(({ operators, members, figures, without }) => [
          operators,
          members,
          percent((members - 1) / (operators - 1), 0),
          whole(figures.struckWithin),
          whole(figures.suspendedWithin),
          figures.gain.toFixed(2),
          percent(without.suspendedShare, 1),
          whole(without.suspendedWithin),
        ]),
      },
    ],
    claims: [
      {
        name: 'three of four operators who hold together are suspended within 7,000 jobs (99 %)',
        holds: find(3, 4).suspendedWithin <= 7_000,
        seen: whole(find(3, 4).suspendedWithin),
      },
      {
        name: 'a ring of a fifth of the operators gains nothing',
        holds: find(10, 50).gain < 0,
        seen: find(10, 50).gain.toFixed(2),
      },
    ],
  }
}
