import { readFile } from 'node:fs/promises'

/** What a runner's report comes to. The failures are told again at the very end, where whoever reads a log looks first. */
export interface Tally {
  passed: number
  failed: number
  failures: string[]
}

interface VitestReport {
  numPassedTests: number
  numTotalTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] | null }[]
  }[]
}

export async function readVitestReport(file: string): Promise<Tally> {
  const report = JSON.parse(await readFile(file, 'utf8')) as VitestReport
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status !== 'passed')
    if (failed.length === 0 && status === 'failed') return [describe(name, '', message)]
    return failed.map((test) => describe(name, test.fullName, test.failureMessages?.[0] ?? test.status))
  })
  const { numPassedTests: passed, numTotalTests } = report
  return { passed, failed: numTotalTests - passed, failures }
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

export async function readPlaywrightReport(file: string): Promise<Tally> {
  const { stats, suites } = JSON.parse(await readFile(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const specsOf = (suite: Suite): Suite['specs'] => [
    ...suite.specs,
    ...(suite.suites ?? []).flatMap((inner) => specsOf(inner)),
  ]
  const failures = suites.flatMap(specsOf).flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status !== 'expected')
      .map(({ projectName, status, results }) => {
        const said = results.find(({ error }) => error)?.error?.message
        return describe(`${file} (${projectName})`, title, said ?? status)
      }),
  )
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped, failures }
}

const LINES_MAX = 12

function describe(where: string, title: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !line.includes('node_modules'))
  return [`${where} › ${title}`, ...lines.slice(0, LINES_MAX).map((line) => `    ${line}`)].join('\n')
}
