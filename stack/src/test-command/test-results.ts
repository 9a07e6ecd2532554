import { readFile } from 'node:fs/promises'

/** The outcome of a run. Failures are printed again at the very end, where a reader of the log looks first. */
export interface TestResults {
  passed: number
  failed: number
  failures: string[]
  /** Passed on the second try only. That can happen on a busy machine; a test that is listed repeatedly has a bug. */
  flaky: string[]
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** Reads the file that vitest-reporter.ts wrote. */
export async function readTestResults(file: string): Promise<TestResults> {
  return JSON.parse(await readFile(file, 'utf8'))
}

export async function readPlaywrightReport(file: string): Promise<TestResults> {
  const { stats, suites } = JSON.parse(await readFile(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title, file })))
  const describe = ({ title, file, projectName, status, results }: (typeof tests)[number]) => {
    const messages = results.flatMap(({ error }) => error?.message ?? [])
    return describeFailure(`${file} (${projectName})`, title, messages.length > 0 ? messages : [status])
  }
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    failures: tests.filter(({ status }) => status !== 'expected' && status !== 'flaky').map(describe),
    flaky: tests.filter(({ status }) => status === 'flaky').map(describe),
  }
}

const LINES_MAX = 12

/** `messages` has one for each try. */
export function describeFailure(where: string, title: string, messages: readonly string[]): string {
  const lines = messages.flatMap((message) =>
    message
      .split('\n')
      .filter((line) => line.trim() !== '' && !line.includes('node_modules'))
      .slice(0, LINES_MAX),
  )
  return [`${where} › ${title}`, ...lines.map((line) => `    ${line}`)].join('\n')
}
