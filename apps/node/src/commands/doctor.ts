import { exitCodes } from '../agent/stopped.ts'
import type { Config } from '../config.ts'
import { checksFor, quickChecksFor } from '../doctor/checks.ts'
import type { Log } from '../log.ts'

/** Checks everything that a job needs, and says what is wrong and what to do. With `--quick`, only whether this version runs jobs here. */
export async function doctor(config: Config, _log: Log, [flag]: string[]): Promise<number> {
  const checks = flag === '--quick' ? await quickChecksFor(config) : await checksFor(config)
  const width = Math.max(...checks.map(({ name }) => name.length))
  let failed = 0
  for (const { name, run } of checks) {
    const [mark, found] = await run().then(
      (found) => ['ok  ', found],
      (error: Error) => {
        failed += 1
        return ['FAIL', error.message]
      },
    )
    console.log(`${mark}  ${name.padEnd(width)}  ${found}`)
  }
  console.log(failed === 0 ? '\nAll is well.' : `\n${failed} of ${checks.length} checks failed.`)
  return failed === 0 ? 0 : exitCodes.failed
}
