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

/** Markdown: in what `/v1` is not as OpenAI has it. */
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

/** Where programs reach the network: `/v1`, `/mcp` and `/sdk` are below it. */
export function networkAddress(): string {
  return new URL(configuration.apiPrefix, location.origin).origin
}
