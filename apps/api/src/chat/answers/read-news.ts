import { excerptOf } from '../../devlog/excerpt-rules.ts'
import { readDevlog } from '../../devlog/read-devlog.ts'
import type { LiveAnswer } from './live-answer.ts'

const ENTRIES_MAX = 3
const EXCERPT_CHARACTERS = 200

/** The newest entries of the devlog: an excerpt of the latest, and the titles of others. */
export async function readNews(folder?: string): Promise<LiveAnswer> {
  const [newest, ...older] = (await readDevlog(folder)).slice(0, ENTRIES_MAX)
  if (!newest)
    return {
      text: 'The devlog has no entry yet; the first one will be there. [Devlog](/devlog)',
      mood: 'neutral',
    }
  const before = older.map(({ id, title }) => `- [${title}](/devlog#${id})`)
  const rest = before.length > 0 ? `Before that:\n\n${before.join('\n')}\n\n` : ''
  return {
    text: `The latest: **[${newest.title}](/devlog#${newest.id})**. ${excerptOf(newest.body, EXCERPT_CHARACTERS)}\n\n${rest}[All of the devlog](/devlog)`,
    mood: 'happy',
  }
}
