import { expect, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'
import { findCircles, readImportGraph } from '../stack/src/test-command/import-graph.ts'

const graph = await readImportGraph(ROOT)

test('there are no import cycles, type imports included', () => {
  expect(findCircles(graph).map((circle) => circle.join(' -> '))).toEqual([])
})

test('finds imports of every form', () => {
  // By type, dynamically, from a package of ours, over several lines.
  expect(graph.get('apps/node/src/runners/runners.ts')).toContain('apps/node/src/runners/runner.ts')
  expect(graph.get('apps/node/src/runners/runners.ts')).toContain('apps/node/src/runners/echo.ts')
  expect(graph.get('apps/node/src/runners/cut-out.ts')).toContain('packages/inference/src/pictures/matte.ts')
  expect(graph.get('apps/api/src/main.ts')).toContain('apps/api/src/run-api.ts')
})

test('reports a cycle as the path around it', () => {
  const circular = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', []],
    ['d', ['c', 'a']],
  ])
  expect(findCircles(circular)).toEqual([['a', 'b', 'd', 'a']])
})
