import { writeFile } from 'node:fs/promises'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { describeFailure, type TestResults } from './test-results.ts'

/** Writes the outcome of the run, including errors outside of any test, to the file that TEST_RESULTS_FILE names. */
export default class TestResultsReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const results: TestResults = { passed: 0, failed: 0, failures: [], flaky: [] }
    const fail = (where: string, title: string, errors: readonly SerializedError[], otherwise: string) => {
      results.failed += 1
      results.failures.push(describeFailure(where, title, messageOf(errors) ?? otherwise))
    }
    for (const module of modules) {
      const where = module.relativeModuleId
      if (module.errors().length > 0) fail(where, 'the file itself', module.errors(), '')
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result()
        if (state !== 'passed') {
          fail(where, test.fullName, errors ?? [], state)
          continue
        }
        results.passed += 1
        if (test.diagnostic()?.flaky) {
          results.flaky.push(describeFailure(where, test.fullName, messageOf(errors ?? []) ?? ''))
        }
      }
    }
    for (const error of unhandled) fail('Outside of any test', '', [error], '')
    await writeFile(process.env.TEST_RESULTS_FILE!, JSON.stringify(results))
  }
}

function messageOf([error]: readonly SerializedError[]): string | undefined {
  return error && [error.stack ?? error.message, error.diff].filter(Boolean).join('\n')
}
