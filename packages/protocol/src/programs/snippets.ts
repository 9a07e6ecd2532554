/** Code that a developer copies and runs. Its placeholders are `{{address}}`, `{{key}}` and `{{app}}`. */
export interface Snippet {
  /** The ids of the apps that it's for; undefined if it's the same for every app. */
  apps: string[] | undefined
  /** As the code block names it: `sh`, `js`. */
  language: string
  /** Distinguishes it from others for the same app; may be empty. */
  title: string
  code: string
}

/** One way to call the network: the files of `content/programs`. */
export interface SnippetFile {
  /** Markdown. */
  intro: string
  snippets: Snippet[]
}

export const snippetFileNames = ['curl', 'javascript', 'python', 'mcp', 'cli'] as const
export type SnippetFileName = (typeof snippetFileNames)[number]

const EVERY_APP = 'every app'

/** Reads such a file: an introduction, then headings that name apps, each with its code blocks. */
export function parseSnippets(markdown: string): SnippetFile {
  const [intro = '', ...sections] = markdown.split(/^## /m)
  return { intro: intro.trim(), snippets: sections.flatMap(snippetsIn) }
}

function snippetsIn(section: string): Snippet[] {
  const heading = section.slice(0, section.indexOf('\n')).trim()
  const apps = heading === EVERY_APP ? undefined : heading.split(', ')
  return [...section.matchAll(/^```(\w+) ?(.*)\n([\s\S]*?)^```$/gm)].map(([, language, title, code]) => ({
    apps,
    language: language!,
    title: title!,
    code: code!,
  }))
}

export function snippetsFor({ snippets }: SnippetFile, app: string): Snippet[] {
  return snippets.filter(({ apps }) => apps === undefined || apps.includes(app))
}

/** What replaces the placeholders. */
export interface SnippetValues {
  /** The network's, without a path. */
  address: string
  key: string
  app: string
}

export function fillSnippet(text: string, values: SnippetValues): string {
  return text.replaceAll(/\{\{(address|key|app)\}\}/g, (_, name: keyof SnippetValues) => values[name])
}
