import { writeFile } from 'node:fs/promises'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { describeFailure, type Tally } from './tally.ts'

/** Writes what the run comes to, errors that belong to no test among them, to the file that TALLY_FILE names. */
export default class TallyReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const tally: Tally = { passed: 0, failed: 0, failures: [], shaky: [] }
    const fail = (where: string, title: string, errors: readonly SerializedError[], otherwise: string) => {
      tally.failed += 1
      tally.failures.push(describeFailure(where, title, said(errors) ?? otherwise))
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
        tally.passed += 1
        if (test.diagnostic()?.flaky) {
          tally.shaky.push(describeFailure(where, test.fullName, said(errors ?? []) ?? ''))
        }
      }
    }
    for (const error of unhandled) fail('Outside of any test', '', [error], '')
    await writeFile(process.env.TALLY_FILE!, JSON.stringify(tally))
  }
}

function said([error]: readonly SerializedError[]): string | undefined {
  return error && [error.stack ?? error.message, error.diff].filter(Boolean).join('\n')
}
