import {
  parseSnippets,
  type SnippetFile,
  type SnippetFileName,
  snippetFileNames,
} from '@infra/protocol/programs/snippets'
import { configuration } from '../bootstrap/configuration.ts'

const files = import.meta.glob<string>('../../../../content/programs/*.md', {
  eager: true,
  query: '?raw',
  import: 'default',
})
const read = (name: string) => files[`../../../../content/programs/${name}.md`]!

/** Markdown: how `/v1` differs from OpenAI's API. */
export const differences = read('differences')

export const programLabels: Record<SnippetFileName, string> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
  mcp: 'MCP',
  cli: 'CLI',
}

export const programs = Object.fromEntries(
  snippetFileNames.map((name) => [name, parseSnippets(read(name))]),
) as Record<SnippetFileName, SnippetFile>

/** The apps that have snippets, in the order of the first file. */
export const programApps: readonly string[] = [
  ...new Set(programs.curl.snippets.flatMap(({ apps }) => apps ?? [])),
]

/** The network's address for programs: `/v1`, `/mcp` and `/sdk` are below it. */
export function networkAddress(): string {
  return new URL(configuration.apiPrefix, location.origin).origin
}
