import { readFile } from 'node:fs/promises'

/** What a run comes to. What is named is told again at the very end, where whoever reads a log looks first. */
export interface Tally {
  passed: number
  failed: number
  failures: string[]
  /** Passed, but only the second time. On a crowded machine that happens; one that is here twice has a fault. */
  shaky: string[]
}

interface Suite {
  suites?: Suite[]
  specs: {
    title: string
    file: string
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[]
  }[]
}

/** What vitest-reporter.ts wrote. */
export async function readTally(file: string): Promise<Tally> {
  return JSON.parse(await readFile(file, 'utf8'))
}

export async function readPlaywrightReport(file: string): Promise<Tally> {
  const { stats, suites } = JSON.parse(await readFile(file, 'utf8')) as {
    stats: { expected: number; unexpected: number; flaky: number; skipped: number }
    suites: Suite[]
  }
  const specsOf = (suite: Suite): Suite['specs'] => [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
  const tests = suites
    .flatMap(specsOf)
    .flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title, file })))
  const tell = ({ title, file, projectName, status, results }: (typeof tests)[number]) =>
    describeFailure(
      `${file} (${projectName})`,
      title,
      results.find(({ error }) => error)?.error?.message ?? status,
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + stats.skipped,
    failures: tests.filter(({ status }) => status !== 'expected' && status !== 'flaky').map(tell),
    shaky: tests.filter(({ status }) => status === 'flaky').map(tell),
  }
}

const LINES_MAX = 12

export function describeFailure(where: string, title: string, message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '' && !line.includes('node_modules'))
  return [`${where} › ${title}`, ...lines.slice(0, LINES_MAX).map((line) => `    ${line}`)].join('\n')
}
