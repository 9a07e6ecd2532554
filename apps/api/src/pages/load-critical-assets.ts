import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { CRITICAL_ASSETS_FOLDER, type CriticalAssets } from '@infra/protocol/pages/bootstrap'

/** By screen name. A page that was built without them waits for its whole stylesheet. */
export async function loadCriticalAssets(webDir: string): Promise<Map<string, CriticalAssets>> {
  const folder = join(webDir, CRITICAL_ASSETS_FOLDER)
  const files = await readdir(folder).catch(() => [])
  const assets = files
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => [parse(file).name, JSON.parse(await readFile(join(folder, file), 'utf8'))] as const)
  return new Map(await Promise.all(assets))
}
