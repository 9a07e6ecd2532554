import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LiveAnswer } from './live-answers.ts'

const DEVLOG_FOLDER = join(import.meta.dirname, '../../../../content/devlog')

/** The newest entry of the devlog, by the date that its file's name begins with. */
export async function readNews(folder = DEVLOG_FOLDER): Promise<LiveAnswer> {
  const files = await readdir(folder).catch(() => [])
  const newest = files
    .filter((name) => name.endsWith('.md'))
    .sort()
    .at(-1)
  if (!newest)
    return {
      text: 'The devlog has no entry yet; the first one will be there. [Devlog](/devlog)',
      mood: 'neutral',
    }
  const entry = await readFile(join(folder, newest), 'utf8')
  const title = /^(?:title:|#) *["']?(.+?)["']?$/m.exec(entry)?.[1] ?? newest.slice(0, -3)
  return { text: `The latest entry of the devlog: **${title}**. [Read it](/devlog)`, mood: 'happy' }
}
