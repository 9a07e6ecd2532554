import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import type { Input } from '@infra/protocol/endpoint'
import type { Job, submitJob } from '@infra/protocol/jobs'

type Repeated = Pick<
  Job,
  'id' | 'app' | 'status' | 'input' | 'inputFiles' | 'inputFilesHidden' | 'visibility' | 'hidden' | 'price'
>

/** What repeating a job would cost by the current price rule. */
export function priceToRepeat({ app, input, inputFiles, price }: Repeated): number {
  const rule = findApp(app.id)?.price
  return rule ? priceOf(rule, input, Object.fromEntries(inputFiles.map((file) => [file.name, file]))) : price
}

/** Only an app with a seed makes something new from the same input. Others would charge for the result that already exists. */
export function hasNewVersions({ app }: Pick<Job, 'app'>): boolean {
  return seedsOf(findApp(app.id)).length > 0
}

/** The same order with a new random seed and the same audience. */
export function newVersionOf(job: Repeated): Input<typeof submitJob>['body'] {
  const seeds = seedsOf(findApp(job.app.id))
  return {
    appId: job.app.id,
    input: Object.fromEntries(Object.entries(job.input).filter(([name]) => !seeds.includes(name))),
    // A result that a moderator hid must not become public this way.
    visibility: job.hidden ? 'private' : job.visibility,
    inputFilesHidden: job.inputFilesHidden,
    parentId: job.id,
  }
}

function seedsOf(app: AppManifest | undefined): string[] {
  return app?.fields.filter(({ kind }) => kind === 'seed').map(({ name }) => name) ?? []
}
