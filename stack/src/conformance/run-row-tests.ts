import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { isBrowserTest } from './mutation.ts'

export interface RowResults {
  /** How many tests that name the row passed and failed. */
  of: (row: string) => { passed: number; failed: number }
  /** Why no test could run: the file doesn't load, or the pages couldn't be built. */
  problem: string
}

interface RunTest {
  title: string
  passed: boolean
}

/** Runs the tests of one file that name one of the rows, in a copy of the checkout. */
export async function runRowTests(copy: string, test: string, rows: string[]): Promise<RowResults> {
  const report = join(copy, 'row-results.json')
  const titles = rows.map((row) => `\\[${row}\\]`).join('|')
  await rm(report, { force: true })
  if (isBrowserTest({ test })) {
    const program = 'stack/src/conformance/run-browser-row.ts'
    const output = await start(copy, process.execPath, [program, titles, test, report])
    return readPlaywright(report).catch(() => resultsOf([], output))
  }
  const args = ['run', test, '-t', titles, '--retry=0', '--reporter=json', `--outputFile=${report}`]
  const output = await start(copy, 'vitest', args)
  return readVitest(report).catch(() => resultsOf([], output))
}

function resultsOf(tests: readonly RunTest[], problem: string): RowResults {
  const count = (row: string, passed: boolean) =>
    tests.filter((test) => test.passed === passed && test.title.includes(`[${row}]`)).length
  return { of: (row) => ({ passed: count(row, true), failed: count(row, false) }), problem }
}

interface VitestReport {
  testResults: { message: string; assertionResults: { fullName: string; status: string }[] }[]
}

async function readVitest(report: string): Promise<RowResults> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  const run = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed')
  return resultsOf(
    run.map(({ fullName, status }) => ({ title: fullName, passed: status === 'passed' })),
    testResults.map(({ message }) => message).join('\n'),
  )
}

interface Suite {
  suites?: Suite[]
  specs: { title: string; tests: { status: string }[] }[]
}

async function readPlaywright(report: string): Promise<RowResults> {
  const { suites } = JSON.parse(await readFile(report, 'utf8')) as { suites: Suite[] }
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const run = suites
    .flatMap(specsOf)
    .flatMap(({ title, tests }) => tests.map(({ status }) => ({ title, status })))
    .filter(({ status }) => status !== 'skipped')
  return resultsOf(
    run.map(({ title, status }) => ({ title, passed: status === 'expected' })),
    '',
  )
}

/** Returns its last output. Its report says whether it succeeded. */
function start(copy: string, command: string, args: string[]): Promise<string> {
  // If this runs within a test, the runner must not think that it's a part of that one.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV$|TEST$)/.test(name)),
  )
  env.PATH = [join(copy, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const { promise, resolve } = Promise.withResolvers<string>()
  execFile(command, args, { cwd: copy, env, maxBuffer: 64 * 2 ** 20 }, (_error, stdout, stderr) =>
    resolve(`${stdout}\n${stderr}`.trim().split('\n').slice(-12).join('\n')),
  )
  return promise
}
