import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const ROW = /^\| ([SBWX]\d+) \| (.*) \| (.*) \|$/gm
const NAME = /\[finding ([SBWX]\d+)\]/g

const table = [...readFileSync(join(ROOT, 'docs/security.md'), 'utf8').matchAll(ROW)].map(
  ([, id, promise, proof]) => ({ id: id!, promise: promise!, proof: proof! }),
)
const namesByFile = new Map(
  globSync('{packages,apps,stack,e2e,contracts,checks,bench}/**/*.{test.ts,test.tsx,spec.ts,t.sol}', {
    cwd: ROOT,
    exclude: (path) => path.includes('node_modules'),
  }).map((file) => [file, [...readFileSync(join(ROOT, file), 'utf8').matchAll(NAME)].map(([, id]) => id!)]),
)
const filesNaming = (id: string) =>
  [...namesByFile].filter(([, ids]) => ids.includes(id)).map(([file]) => file)
const pathsIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)

test.for(table)('$id: docs/security.md lists exactly the tests that name it', ({ id, proof }) => {
  expect(pathsIn(proof).toSorted()).toEqual(filesNaming(id).toSorted())
  expect(filesNaming(id)).not.toEqual([])
})

test('docs/security.md lists each finding once, and tests name no others', () => {
  const rows = table.map(({ id }) => id)
  expect(rows).toEqual([...new Set(rows)])
  expect(new Set([...namesByFile.values()].flat())).toEqual(new Set(rows))
})
