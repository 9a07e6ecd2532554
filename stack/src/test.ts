import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserTests } from './browser-tests.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { readPlaywrightReport, readVitestReport, type Tally } from './read-reports.ts'
import { Interrupted, run } from './run.ts'

/** `npm test -- types unit` runs those steps alone; without names, everything. */
const { positionals: only } = parseArgs({ allowPositionals: true })

const say = (sentence: string) => console.log(`\n── ${sentence}`)
const reports = await mkdtemp(join(tmpdir(), 'infra-reports-'))

const steps: Record<string, () => Promise<Tally>> = {
  lint: () => check('biome', ['ci', '--error-on-warnings', '.']),
  types: async () => add(await check('tsc', ['-p', '.']), await check('tsc', ['-p', 'apps/web'])),
  unused: () => check('knip', ['--treat-config-hints-as-errors']),
  unit: async () => {
    const report = join(reports, 'vitest.json')
    const passed = await run('vitest', [
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ])
    return tallyOf(passed, await readVitestReport(report))
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

let total: Tally = { passed: 0, failed: 0, failures: [] }
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue
  say(`Testing: ${name}`)
  // The loop's edge: a step that breaks is one failure, and the others still have their say.
  const tally = await step().catch((error: Error) => {
    if (error instanceof Interrupted) process.exit(130)
    console.error(error.message)
    return { passed: 0, failed: 1, failures: [`${name}: ${error.message}`] }
  })
  total = add(total, tally)
}
await rm(reports, { recursive: true })
if (total.failed > 0) say('What failed')
for (const failure of total.failures) console.log(failure)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function check(command: string, args: string[]): Promise<Tally> {
  const passed = await run(command, args)
  return passed
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`${command} ${args.join(' ')}`] }
}

function add(one: Tally, other: Tally): Tally {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    failures: [...one.failures, ...other.failures],
  }
}

/** A runner that ended badly without a failed test (a crash, no test at all) has failed all the same. */
function tallyOf(exitedWell: boolean, tally: Tally): Tally {
  const silent = !exitedWell && tally.failed === 0
  const empty = exitedWell && tally.passed === 0
  if (!silent && !empty) return tally
  const failure = empty ? 'No test was run.' : 'The runner failed, though no test did; see above.'
  return { ...tally, failed: tally.failed + 1, failures: [...tally.failures, failure] }
}
