import type { AppInput } from '@infra/protocol/apps/app-input'
import { findApp } from '@infra/protocol/apps/catalogue'
import { partShown } from '@infra/protocol/apps/part-shown'
import type { StoredFile } from '@infra/protocol/jobs'

interface RunningJob {
  appId: string
  input: AppInput
  inputFiles: StoredFile[]
  price: number
}

/** What canceling a running job costs now: the share of its price that matches how much of its text was shown. */
export function chargeForShown({ appId, input, inputFiles, price }: RunningJob, text: string | null): number {
  const app = findApp(appId)
  if (!app || !text) return 0
  const files = Object.fromEntries(inputFiles.map((file) => [file.name, file]))
  return Math.ceil(price * partShown(app, { input, files, text }))
}
