import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevlogEntry } from '@infra/protocol/devlog'
import { parseEntry } from './entry-rules.ts'

const DEVLOG_FOLDER = join(import.meta.dirname, '../../../../content/devlog')

/** All entries, newest first. If any are invalid, the API doesn't start and lists all problems in one message. */
export async function readDevlog(folder = DEVLOG_FOLDER): Promise<DevlogEntry[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const read = await Promise.all(
    files.map(async (name) => parseEntry(name, await readFile(join(folder, name), 'utf8'))),
  )
  const problems = read.flatMap((result) => ('problems' in result ? result.problems : []))
  const entries = read.flatMap((result) => ('entry' in result ? result.entry : []))
  for (const [id, same] of Map.groupBy(entries, (entry) => entry.id)) {
    if (same.length > 1) problems.push(`${same.length} entries are called "${id}"`)
  }
  if (problems.length > 0) throw new Error(`Bad devlog:\n${problems.toSorted().join('\n')}`)
  return entries.toSorted((one, other) => other.date.getTime() - one.date.getTime())
}
