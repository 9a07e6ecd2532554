import type { AppManifest } from '@infra/protocol/apps/app'
import { catalogue } from '@infra/protocol/apps/catalogue'
import type { Config } from '../config.ts'

/** Apps that can be ordered here, in the order of the catalogue: neither hidden nor switched off. */
export function publishedApps({ appsOff }: Pick<Config, 'appsOff'>): AppManifest[] {
  return catalogue.filter(({ id, state }) => state === 'published' && !appsOff.has(id))
}
