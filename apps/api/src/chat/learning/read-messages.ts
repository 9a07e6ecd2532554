import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LabelledText } from './asked-texts.ts'

const FOLDER = join(import.meta.dirname, '../../../../../content/chat/messages')
/** "[topic app] message before → message". */
const FOLLOW_UP = /^\[(?<topic>\S+)(?: (?<appId>\S+))?\] (?<said>.+) → (?<text>.+)$/

/**
 * Messages as people may write them, to learn from: one a line, below the topic they are about. The messages of each file, so that vectors
 * are only made anew for a file that changed.
 */
export async function readMessages(): Promise<LabelledText[][]> {
  const files = (await readdir(FOLDER)).toSorted()
  return Promise.all(files.map(async (file) => readTopics(await readFile(join(FOLDER, file), 'utf8'))))
}

function readTopics(file: string): LabelledText[] {
  return file
    .split(/^# /m)
    .slice(1)
    .flatMap((section) => {
      const [topic, ...lines] = section.trim().split('\n')
      return lines.map((line) => ({ topic: topic!, ...readMessage(line) }))
    })
}

function readMessage(line: string): Omit<LabelledText, 'topic'> {
  const groups = FOLLOW_UP.exec(line)?.groups
  if (!groups) return { text: line, context: {} }
  const { topic, appId, said, text } = groups
  return { text: text!, context: { topic, ...(appId && { appId }), said } }
}
