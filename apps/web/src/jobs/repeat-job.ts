import type { AppManifest } from '@infra/protocol/apps/app'
import { findApp } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import type { Input } from '@infra/protocol/endpoint'
import type { Job, submitJob } from '@infra/protocol/jobs'

type Repeated = Pick<
  Job,
  'id' | 'app' | 'status' | 'input' | 'inputFiles' | 'inputFilesHidden' | 'visibility' | 'hidden' | 'price'
>

/** What running a job once more would cost, by the rule of today. */
export function priceToRepeat({ app, input, inputFiles, price }: Repeated): number {
  const rule = findApp(app.id)?.price
  return rule ? priceOf(rule, input, Object.fromEntries(inputFiles.map((file) => [file.name, file]))) : price
}

/** Only an app with a seed makes something new of the same input. Others would charge for the result that is there already. */
export function hasNewVersions({ app }: Pick<Job, 'app'>): boolean {
  return seedsOf(findApp(app.id)).length > 0
}

/** The same order with a new random seed, seen by the same people. */
export function newVersionOf(job: Repeated): Input<typeof submitJob>['body'] {
  const seeds = seedsOf(findApp(job.app.id))
  return {
    appId: job.app.id,
    input: Object.fromEntries(Object.entries(job.input).filter(([name]) => !seeds.includes(name))),
    // What a moderator hid does not become public this way.
    visibility: job.hidden ? 'private' : job.visibility,
    inputFilesHidden: job.inputFilesHidden,
    parentId: job.id,
  }
}

function seedsOf(app: AppManifest | undefined): string[] {
  return app?.fields.filter(({ kind }) => kind === 'seed').map(({ name }) => name) ?? []
}
