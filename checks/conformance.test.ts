import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const REQUIREMENTS = join(ROOT, '../shared/spec/requirements.md')
const ROW = /^\| (R-[A-Z]+-\d+|I-\d+) \| (.*) \| (.*) \| (.*) \| (.*) \|$/gm

const table = [...readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8').matchAll(ROW)].map(
  ([, id, fact, kept, proof, deviation]) => ({
    id: id!,
    fact: fact!,
    kept: kept!,
    proof: proof!,
    deviation: deviation!,
  }),
)
const testFiles = globSync('{packages,apps,stack,e2e,checks}/**/*.{test,spec}.{ts,tsx}', {
  cwd: ROOT,
  exclude: (path) => path.includes('node_modules') || path.endsWith('conformance.test.ts'),
})
const namedIn = (id: string) =>
  testFiles.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes(`[${id}]`))
const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)

test('docs/conformance.md lists every requirement once, in order and word for word', () => {
  const rows = table.filter(({ id }) => id.startsWith('R-')).map(({ id, fact }) => `${id} ${fact}`)
  // Without the specification next to the clone, a lost row still shows as a gap in the numbers.
  expect(rows).toEqual(existsSync(REQUIREMENTS) ? requiredRows() : contiguous(rows))
})

test('the rows beyond the requirements (I-1, I-2, …) are numbered without gaps', () => {
  const added = table.map(({ id }) => id).filter((id) => id.startsWith('I-'))
  expect(added).toEqual(added.map((_, place) => `I-${place + 1}`))
  expect(added.length).toBeGreaterThanOrEqual(13)
})

test.for(table)('$id gives a reason for its deviation, if it has one', ({ deviation }) => {
  expect(deviation).toMatch(/^—$|\b(because|so that)\b/)
})

test.for(table)(
  '$id: the files that keep it exist, and the listed tests are those that name it',
  ({ id, kept, proof }) => {
    for (const path of pathsIn(kept)) expect(existsSync(join(ROOT, path)), `${path} is missing`).toBe(true)
    expect(pathsIn(proof).toSorted()).toEqual(namedIn(id).toSorted())
    expect(pathsIn(proof)).not.toEqual([])
  },
)

test('no test names a row that does not exist', () => {
  const known = new Set(table.map(({ id }) => id))
  const named = testFiles.flatMap((file) => [
    ...readFileSync(join(ROOT, file), 'utf8').matchAll(/\[(R-[A-Z]+-\d+|I-\d+)\]/g),
  ])
  expect(named.map(([, id]) => id!).filter((id) => !known.has(id))).toEqual([])
})

function requiredRows(): string[] {
  return [...readFileSync(REQUIREMENTS, 'utf8').matchAll(/^- (R-[A-Z]+-\d+) (.*)$/gm)].map(
    ([, id, fact]) => `${id} ${fact!.replaceAll('|', '\\|')}`,
  )
}

function contiguous(rows: string[]): string[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const [id = '', ...fact] = row.split(' ')
    const family = id.replace(/\d+$/, '')
    counts.set(family, (counts.get(family) ?? 0) + 1)
    return [`${family}${counts.get(family)}`, ...fact].join(' ')
  })
}
