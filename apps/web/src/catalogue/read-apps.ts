import type { CatalogueApp } from '@infra/protocol/apps'
import { readJson } from '../read-json.ts'

/** The apps, for screens whose first load must not include the protocol's schemas. */
export async function readApps(): Promise<CatalogueApp[]> {
  const { items } = await readJson('/app')
  return items
}
