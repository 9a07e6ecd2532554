import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Runs `cleanUp` when the current test ends; outside of a test, when the file ends. */
export function onFinished(cleanUp: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(cleanUp)
  else afterAll(cleanUp)
}
