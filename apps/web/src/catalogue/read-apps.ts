import type { CatalogueApp, listApps } from '@infra/protocol/apps'
import { readRaw } from '../read-raw.ts'

/** The apps, for screens whose first load must not include the protocol's schemas. */
export async function readApps(): Promise<CatalogueApp[]> {
  const { items } = await readRaw<typeof listApps>('/app')
  return items
}
