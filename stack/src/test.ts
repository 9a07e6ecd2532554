import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { browserTests } from './browser-tests.ts'
import { ensureChromium } from './ensure-chromium.ts'
import { Interrupted, run } from './run.ts'

/** `npm test -- types unit` runs those steps alone; without names, everything. */
const { positionals: only } = parseArgs({ allowPositionals: true })

interface Tally {
  passed: number
  failed: number
}

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
    return tallyOf(passed, await vitestTally(report))
  },
  browser: async () => {
    const chromium = await ensureChromium(say)
    const report = join(reports, 'playwright.json')
    const passed = await browserTests({ chromium, report, say })
    return tallyOf(passed, await playwrightTally(report))
  },
}

const unknown = only.filter((name) => !(name in steps))
if (unknown.length > 0)
  throw new Error(`No such step: ${unknown.join(', ')}. There are: ${Object.keys(steps).join(', ')}.`)

let total: Tally = { passed: 0, failed: 0 }
for (const [name, step] of Object.entries(steps)) {
  if (only.length > 0 && !only.includes(name)) continue
  say(`Testing: ${name}`)
  // The loop's edge: a step that breaks is one failure, and the others still have their say.
  const tally = await step().catch((error: Error) => {
    if (error instanceof Interrupted) process.exit(130)
    console.error(error.message)
    return { passed: 0, failed: 1 }
  })
  total = add(total, tally)
}
await rm(reports, { recursive: true })
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed > 0 ? 1 : 0)

async function check(command: string, args: string[]): Promise<Tally> {
  return (await run(command, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function add(one: Tally, other: Tally): Tally {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed }
}

/** A runner that ended badly without a failed test (a crash, no test at all) has failed all the same. */
function tallyOf(exitedWell: boolean, tally: Tally): Tally {
  const silent = !exitedWell && tally.failed === 0
  const empty = exitedWell && tally.passed === 0
  return silent || empty ? { ...tally, failed: tally.failed + 1 } : tally
}

async function vitestTally(report: string): Promise<Tally> {
  const { numPassedTests, numTotalTests } = JSON.parse(await readFile(report, 'utf8'))
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

async function playwrightTally(report: string): Promise<Tally> {
  const { stats } = JSON.parse(await readFile(report, 'utf8'))
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }
}
