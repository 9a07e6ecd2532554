import { writeFile } from 'node:fs/promises'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { describeFailure, type TestResults } from './test-results.ts'

/** Writes the outcome of the run, including errors outside of any test, to the file that TEST_RESULTS_FILE names. */
export default class TestResultsReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const results: TestResults = { passed: 0, failed: 0, failures: [], flaky: [] }
    const fail = (failure: string) => {
      results.failed += 1
      results.failures.push(failure)
    }
    for (const module of modules) {
      const where = module.relativeModuleId
      if (module.errors().length > 0)
        fail(describeFailure(where, 'the file itself', messagesOf(module.errors())))
      for (const test of module.children.allTests()) {
        const { state, errors = [] } = test.result()
        const { warnings = [] } = test.meta()
        const messages = errors.length > 0 ? messagesOf(errors) : [state]
        const describe = () => describeFailure(where, test.fullName, [...messages, ...warnings])
        if (state !== 'passed') {
          fail(describe())
          continue
        }
        results.passed += 1
        if (test.diagnostic()?.flaky) results.flaky.push(describe())
      }
    }
    for (const error of unhandled) fail(describeFailure('Outside of any test', '', messagesOf([error])))
    await writeFile(process.env.TEST_RESULTS_FILE!, JSON.stringify(results))
  }
}

/** One for each try. */
function messagesOf(errors: readonly SerializedError[]): string[] {
  return errors.map((error) => [error.stack ?? error.message, error.diff].filter(Boolean).join('\n'))
}
