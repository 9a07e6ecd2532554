import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { readPlaywrightReport } from '../test-command/test-results.ts'
import { isBrowserTest, type Mutation } from './mutation.ts'

export interface RowResult {
  passed: number
  failed: number
  /** Why no test could be run, where none could: the file does not load, or the pages could not be built. */
  problem: string
}

/** Runs the tests of one file that name the row, in a copy of the checkout. */
export async function runRowTests(copy: string, target: Pick<Mutation, 'row' | 'test'>): Promise<RowResult> {
  const report = join(copy, 'row-results.json')
  await rm(report, { force: true })
  const output = await (isBrowserTest(target)
    ? start(copy, process.execPath, [
        'stack/src/conformance/run-browser-row.ts',
        target.row,
        target.test,
        report,
      ])
    : start(copy, 'vitest', vitestArguments(target, report)))
  const read = isBrowserTest(target) ? readPlaywright : readVitest
  return read(report).catch(() => ({ passed: 0, failed: 0, problem: output }))
}

function vitestArguments({ row, test }: Pick<Mutation, 'row' | 'test'>, report: string): string[] {
  return ['run', test, '-t', `\\[${row}\\]`, '--retry=0', '--reporter=json', `--outputFile=${report}`]
}

async function readPlaywright(report: string): Promise<RowResult> {
  const { passed, failed } = await readPlaywrightReport(report)
  return { passed, failed, problem: '' }
}

interface VitestReport {
  testResults: { message: string; assertionResults: { status: string }[] }[]
}

async function readVitest(report: string): Promise<RowResult> {
  const { testResults } = JSON.parse(await readFile(report, 'utf8')) as VitestReport
  const count = (status: string) =>
    testResults.flatMap(({ assertionResults }) => assertionResults).filter((one) => one.status === status)
      .length
  const problem = testResults.map(({ message }) => message).join('\n')
  return { passed: count('passed'), failed: count('failed'), problem }
}

/** What it printed last. Whether it succeeded is in its report. */
function start(copy: string, command: string, args: string[]): Promise<string> {
  // Where this runs in a test, its runner must not believe that it is part of that one.
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
