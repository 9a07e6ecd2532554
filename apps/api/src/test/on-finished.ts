import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** When the test is over in which it is said; outside of one, when the file is. */
export function onFinished(tidy: () => void | Promise<void>): void {
  if (TestRunner.getCurrentTest()) onTestFinished(tidy)
  else afterAll(tidy)
}
