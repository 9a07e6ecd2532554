import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserTests } from './browser-tests.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { ROOT } from './root.ts'
import { Interrupted, run } from './run.ts'
import { readPlaywrightReport, readTally, type Tally } from './tally.ts'

/** `npm test -- types unit` runs those steps alone; without names, everything. */
const { positionals: only } = parseArgs({ allowPositionals: true })

// The tests start our programs a hundred times; compiled once, each is there a quarter sooner.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/node-compile')

const say = (sentence: string) => console.log(`\n── ${sentence}`)
const reports = await mkdtemp(join(tmpdir(), 'infra-reports-'))

const steps: Record<string, () => Promise<Tally>> = {
  lint: () => check('biome', ['ci', '--error-on-warnings', '.']),
  types: async () => add(await check('tsc', ['-p', '.']), await check('tsc', ['-p', 'apps/web'])),
  unused: () => check('knip', ['--treat-config-hints-as-errors']),
  unit: async () => {
    const report = join(reports, 'vitest.json')
    const passed = await run(
      'vitest',
      ['run', '--reporter=default', `--reporter=${join(ROOT, 'stack/src/vitest-reporter.ts')}`],
      { env: { TALLY_FILE: report } },
    )
    return tallyOf(passed, await readTally(report))
  },
  browser: async () => {
    const chromium = await ensureChromium(say)
    const report = join(reports, 'playwright.json')
    const passed = await browserTests({ chromium, report, say })
    return tallyOf(passed, await readPlaywrightReport(report))
  },
}

const unknown = only.filter((name) => !(name in steps))
if (unknown.length > 0)
  throw new Error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)

const none: Tally = { passed: 0, failed: 0, failures: [], shaky: [] }
let total = none
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue
  say(`Testing: ${name}`)
  // The loop's edge: a step that breaks is one failure, and the others still have their say.
  const tally = await step().catch((error: Error) => {
    if (error instanceof Interrupted) process.exit(130)
    console.error(error.message)
    return failure(`${name}: ${error.message}`)
  })
  total = add(total, tally)
}
await rm(reports, { recursive: true })
if (total.shaky.length > 0) say('What passed only the second time')
for (const told of total.shaky) console.log(told)
if (total.failed > 0) say('What failed')
for (const told of total.failures) console.log(told)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function check(command: string, args: string[]): Promise<Tally> {
  const passed = await run(command, args)
  return passed ? { ...none, passed: 1 } : failure(`${command} ${args.join(' ')}`)
}

function failure(told: string): Tally {
  return { ...none, failed: 1, failures: [told] }
}

function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
    shaky: [...one.shaky, ...other.shaky],
  }
}

/** A runner that ended badly without a failed test (a crash, no test at all) has failed all the same. */
function tallyOf(exitedWell: boolean, tally: Tally): Tally {
  const silent = !exitedWell && tally.failed === 0
  const empty = exitedWell && tally.passed === 0
  if (!silent && !empty) return tally
  return add(tally, failure(empty ? 'No test was run.' : 'The runner failed, though no test did; see above.'))
}
