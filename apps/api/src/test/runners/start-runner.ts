import { onFinished } from '../on-finished.ts'
import { openRunner, type RunApp } from './open-runner.ts'

/** Closed with the test or the file. */
export async function startRunner(appId: string): Promise<RunApp> {
  const { run, close } = await openRunner(appId)
  onFinished(close)
  return run
}
