import { readdir, readFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { FIRST_PARTS_FOLDER, type FirstParts } from '@infra/protocol/pages/arrival'

/** The critical styles and scripts of each screen, by its name. A build without them loads its whole stylesheet first. */
export async function loadFirstParts(webDir: string): Promise<Map<string, FirstParts>> {
  const folder = join(webDir, FIRST_PARTS_FOLDER)
  const files = await readdir(folder).catch(() => [])
  const parts = files
    .filter((file) => file.endsWith('.json'))
    .map(async (file) => [parse(file).name, JSON.parse(await readFile(join(folder, file), 'utf8'))] as const)
  return new Map(await Promise.all(parts))
}
