import { DevlogEntry } from '@infra/protocol/devlog'
import { z } from 'zod'

const FILE_NAME = /^\d{4}-(.+)\.md$/
const FRONT_MATTER = /^---\n(.*?)\n---\n(.*)$/s

const Written = z.strictObject({
  ...DevlogEntry.shape,
  /** Report ids, separated by commas. */
  closes: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean),
    )
    .pipe(DevlogEntry.shape.closes),
})

export type ParsedEntry = { entry: DevlogEntry } | { problems: string[] }

/** One file of the devlog: `0007-ask-infra.md`, lines of `name: value` between two `---`, then markdown. */
export function parseEntry(fileName: string, content: string): ParsedEntry {
  const id = FILE_NAME.exec(fileName)?.[1]
  const parts = FRONT_MATTER.exec(content.replaceAll('\r\n', '\n'))
  if (!id) return { problems: [`${fileName}: must be called like 0007-ask-infra.md`] }
  if (!parts) return { problems: [`${fileName}: must begin with lines of "name: value" between two "---"`] }
  const facts = parts[1]!.split('\n').map((line) => /^([a-z]+): *(.*)$/.exec(line)?.slice(1) ?? [line, ''])
  const written = Written.safeParse({ ...Object.fromEntries(facts), id, body: parts[2] })
  if (written.success) return { entry: written.data }
  return {
    problems: written.error.issues.map(
      ({ path, message }) => `${fileName}: ${path.length > 0 ? `${path.join('.')}: ` : ''}${message}`,
    ),
  }
}
