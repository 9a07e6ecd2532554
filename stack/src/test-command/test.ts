import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../root.ts'
import { Interrupted, run } from '../run.ts'
import { browserTests } from './browser-tests.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { readImportGraph } from './import-graph.ts'
import { listChangedFiles } from './list-changed-files.ts'
import { selectTests } from './select-tests.ts'
import { readPlaywrightReport, readTestResults, type TestResults } from './test-results.ts'

/** `npm test -- types unit` runs those steps alone; `npm test -- quick` what a change touches; without names, everything. */
const { positionals: named } = parseArgs({ allowPositionals: true })
const only = named.filter((name) => name !== 'quick')
const selected = named.includes('quick')
  ? selectTests(await readImportGraph(ROOT), await listChangedFiles(ROOT))
  : undefined

// The tests start our programs a hundred times; with a compile cache each start takes a quarter less time.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/node-compile')

const say = (sentence: string) => console.log(`\n── ${sentence}`)
const reports = await mkdtemp(join(tmpdir(), 'infra-reports-'))

const none: TestResults = { passed: 0, failed: 0, failures: [], flaky: [] }

const steps: Record<string, () => Promise<TestResults>> = {
  lint: () => check('biome', ['ci', '--error-on-warnings', '.']),
  types: async () => add(await check('tsc', ['-p', '.']), await check('tsc', ['-p', 'apps/web'])),
  unused: () => check('knip', ['--treat-config-hints-as-errors']),
  unit: async () => {
    if (selected?.unit.length === 0) return none
    const report = join(reports, 'vitest.json')
    const reporter = join(ROOT, 'stack/src/test-command/vitest-reporter.ts')
    const passed = await run(
      'vitest',
      ['run', '--reporter=default', `--reporter=${reporter}`, ...(selected?.unit ?? [])],
      { env: { TEST_RESULTS_FILE: report } },
    )
    return resultsOf(passed, await readTestResults(report))
  },
  browser: async () => {
    if (selected?.browser.length === 0) return none
    const chromium = await ensureChromium(say)
    const report = join(reports, 'playwright.json')
    const passed = await browserTests({ chromium, report, say, only: selected?.browser })
    return resultsOf(passed, await readPlaywrightReport(report))
  },
}

const unknown = only.filter((name) => !(name in steps))
if (unknown.length > 0)
  throw new Error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)

if (selected) {
  say(
    `The change touches ${selected.unit.length} files of unit tests and ${selected.browser.length} of browser tests.`,
  )
  for (const file of [...selected.unit, ...selected.browser]) console.log(file)
}
let total = none
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue
  say(`Testing: ${name}`)
  // A step that throws counts as one failure, and the other steps still run.
  const results = await step().catch((error: Error) => {
    if (error instanceof Interrupted) process.exit(130)
    console.error(error.message)
    return failure(`${name}: ${error.message}`)
  })
  total = add(total, results)
}
await rm(reports, { recursive: true })
if (total.flaky.length > 0) say('Passed only on the second try')
for (const description of total.flaky) console.log(description)
if (total.failed > 0) say('Failed')
for (const description of total.failures) console.log(description)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function check(command: string, args: string[]): Promise<TestResults> {
  const passed = await run(command, args)
  return passed ? { ...none, passed: 1 } : failure(`${command} ${args.join(' ')}`)
}

function failure(description: string): TestResults {
  return { ...none, failed: 1, failures: [description] }
}

function add(one: TestResults, other: TestResults): TestResults {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
    flaky: [...one.flaky, ...other.flaky],
  }
}

/** A runner that exits with an error although no test failed (a crash, say), or that ran no test, counts as a failure. */
function resultsOf(exitedWell: boolean, results: TestResults): TestResults {
  const silent = !exitedWell && results.failed === 0
  const empty = exitedWell && results.passed === 0
  if (!silent && !empty) return results
  return add(
    results,
    failure(empty ? 'No test was run.' : 'The runner failed, though no test did; see above.'),
  )
}
