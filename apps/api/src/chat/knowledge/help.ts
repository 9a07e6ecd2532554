import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

export const HELP_FOLDER = join(import.meta.dirname, '../../../../../content/help')

/** One answer of the product's help: the text under a second-level heading. */
export interface Passage {
  /** `credits/the-starter-grant`: file and heading. */
  id: string
  heading: string
  /** How people ask for it, from a comment in the markdown. */
  asked: string[]
  /** Markdown; ends with the link to the screen. */
  text: string
}

export async function readHelp(folder = HELP_FOLDER): Promise<Passage[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const lists = await Promise.all(
    files.map(async (name) => passagesOf(name.slice(0, -3), await readFile(join(folder, name), 'utf8'))),
  )
  return lists.flat()
}

function passagesOf(file: string, markdown: string): Passage[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n')
      const body = lines.join('\n')
      const asked = /<!-- asked: (.*) -->/.exec(body)?.[1]?.split(' | ') ?? []
      const text = body.replace(/<!--.*-->/, '').trim()
      return { id: `${file}/${slug(heading)}`, heading, asked, text }
    })
}

function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
