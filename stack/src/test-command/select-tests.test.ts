import { expect, test } from 'vitest'
import { ROOT } from '../root.ts'
import { readImportGraph } from './import-graph.ts'
import { selectTests } from './select-tests.ts'

const graph = new Map<string, string[]>([
  ['apps/api/src/jobs/price.ts', []],
  ['apps/api/src/jobs/order.ts', ['apps/api/src/jobs/price.ts']],
  ['apps/api/src/jobs/order.test.ts', ['apps/api/src/test/start-test-api.ts']],
  ['apps/api/src/server.ts', ['apps/api/src/jobs/order.ts']],
  ['apps/api/src/test/start-test-api.ts', ['apps/api/src/server.ts']],
  ['apps/api/src/users/users.test.ts', ['apps/api/src/test/start-test-api.ts']],
  ['apps/api/src/ledger/prices.test.ts', ['apps/api/src/jobs/price.ts']],
  ['apps/web/src/feed/card.tsx', []],
  ['apps/web/src/routes/feed.tsx', ['apps/web/src/feed/card.tsx']],
  ['apps/web/src/routes/nodes.tsx', []],
  ['apps/web/src/shell/sidebar.tsx', []],
  ['e2e/wallet.ts', []],
  ['e2e/tests/feed.spec.ts', []],
  ['e2e/tests/nodes.spec.ts', []],
  ['e2e/tests/sidebar.spec.ts', ['e2e/wallet.ts']],
])

test.for<[string, string[], { unit?: string[]; browser?: string[] }]>([
  [
    'a source is tested by those who import it and by the tests beside it, not by all that start the whole API',
    ['apps/api/src/jobs/price.ts'],
    { unit: ['apps/api/src/jobs/order.test.ts', 'apps/api/src/ledger/prices.test.ts'] },
  ],
  [
    'a change of the server itself touches every test that starts it',
    ['apps/api/src/test/start-test-api.ts'],
    { unit: ['apps/api/src/jobs/order.test.ts', 'apps/api/src/users/users.test.ts'] },
  ],
  [
    'a component is tested on the screens that show it',
    ['apps/web/src/feed/card.tsx'],
    { browser: ['e2e/tests/feed.spec.ts'] },
  ],
  [
    'a part of the shell is tested by the browser test of its name',
    ['apps/web/src/shell/sidebar.tsx'],
    { browser: ['e2e/tests/sidebar.spec.ts'] },
  ],
  [
    'a test that changed is run, and one whose helper changed',
    ['e2e/tests/nodes.spec.ts', 'e2e/wallet.ts'],
    { browser: ['e2e/tests/nodes.spec.ts', 'e2e/tests/sidebar.spec.ts'] },
  ],
  ['a document touches no test', ['README.md'], {}],
])('%s', ([, changed, expected]) => {
  expect(selectTests(graph, changed)).toEqual({ unit: [], browser: [], ...expected })
})

test('in this repository, a change of one feature selects few tests, and every screen has browser tests', async () => {
  const whole = await readImportGraph(ROOT)
  const { unit } = selectTests(whole, ['apps/api/src/devlog/routes.ts'])
  expect(unit).toContain('apps/api/src/devlog/devlog.test.ts')
  expect(unit.length).toBeLessThan(10)
  const screens = [...whole.keys()].flatMap(
    (file) => /^apps\/web\/src\/routes\/([\w-]+)\.tsx$/.exec(file)?.[1] ?? [],
  )
  const untested = screens.filter(
    (screen) => selectTests(whole, [`apps/web/src/routes/${screen}.tsx`]).browser.length === 0,
  )
  expect(untested.filter((name) => !['router', 'root'].includes(name))).toEqual([])
})
