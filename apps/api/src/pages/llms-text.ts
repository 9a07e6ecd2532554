import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { screenDescriptions } from '@infra/protocol/pages/screen-descriptions'
import { fillSnippet, parseSnippets, snippetsFor } from '@infra/protocol/programs/snippets'
import type { Config } from '../config.ts'

const PROGRAMS_FOLDER = join(import.meta.dirname, '../../../../content/programs')

/** `llms.txt`: what a language model needs to know to write a program for this network, in the format of llmstxt.org. */
export async function llmsText({ publicUrl, apiPrefix }: Pick<Config, 'publicUrl' | 'apiPrefix'>) {
  const read = (name: string) => readFile(join(PROGRAMS_FOLDER, `${name}.md`), 'utf8')
  const [curl, mcp, differences] = [
    parseSnippets(await read('curl')),
    parseSnippets(await read('mcp')),
    await read('differences'),
  ]
  const address = publicUrl.origin
  const fill = (text: string, app: string) => fillSnippet(text, { address, key: '$INFRA_KEY', app })
  const apps = catalogue.filter(({ state }) => state === 'published')
  return [
    '# Infra',
    `> ${screenDescriptions.home}`,
    'Programs call it with an API key, which a person makes in their profile. Orders by key are private. A call that fails costs nothing.',
    [
      '## Documents',
      `- [Developers](${address}/developers): snippets for curl, JavaScript, Python, MCP and a CLI`,
      `- [OpenAPI of /v1](${address}/v1/openapi.json): the API in OpenAI’s form`,
      `- [OpenAPI of the network’s own API](${new URL(`${apiPrefix}/openapi.json`, address)}): jobs, files, batches, webhooks`,
      `- [MCP](${address}/mcp): every app as a tool`,
    ].join('\n'),
    '## Apps',
    ...apps.map(({ id, name, tagline }) =>
      [
        `### ${name} (\`${id}\`)`,
        tagline,
        ...snippetsFor(curl, id).map(({ code }) => `\`\`\`sh\n${fill(code, id)}\`\`\``),
      ].join('\n'),
    ),
    ['## MCP', ...mcp.snippets.map(({ code }) => `\`\`\`json\n${fill(code, '')}\`\`\``)].join('\n'),
    `## Where /v1 differs from OpenAI\n${differences.trimEnd()}`,
    '',
  ].join('\n\n')
}
