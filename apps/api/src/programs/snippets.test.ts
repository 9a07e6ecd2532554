import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { claimJob } from '@infra/protocol/attempts'
import { listMyJobs } from '@infra/protocol/jobs'
import { getJobOutput } from '@infra/protocol/jobs/get-job-output'
import {
  fillSnippet,
  parseSnippets,
  type Snippet,
  type SnippetFileName,
  snippetFileNames,
  snippetsFor,
} from '@infra/protocol/programs/snippets'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { fund } from '../test/earn.ts'
import { drawing, wavOf } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { webFolderWithSdk } from '../test/servers/sdk-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const CONTENT = join(import.meta.dirname, '../../../../content/programs')
const CURL_STAND_IN = fileURLToPath(new URL('../test/programs/curl-stand-in.ts', import.meta.url))

const published = catalogue.filter(({ state }) => state === 'published').map(({ id }) => id)
const webDir = await webFolderWithSdk()
const api = await startTestApi({ env: { WEB_DIR: webDir } })
api.clock.now = new Date()
const alice = await signInSomeone(api)
await fund(api.deps, alice, 10_000)
const key = await makeTestKey(api, alice, { creditsPerDay: 500 })
const node = await startNode(api, { apps: catalogue.map(({ id, version }) => ({ id, version })) })

/** The files that the snippets use, and the packages that they tell people to install. */
const prepared = await mkdtemp(join(tmpdir(), 'infra-snippets-'))
afterAll(() => rm(prepared, { recursive: true }))
const picture = drawing({ width: 64, height: 48 })
await writeFile(join(prepared, 'photo.png'), await picture.png().toBuffer())
await writeFile(join(prepared, 'mask.png'), await maskOf({ r: 255, g: 255, b: 255, alpha: 1 }))
await writeFile(join(prepared, 'transparent-mask.png'), await maskOf({ r: 0, g: 0, b: 0, alpha: 0 }))
await writeFile(join(prepared, 'speech.wav'), wavOf())
const client = join(prepared, 'node_modules/@infra/client')
await mkdir(client, { recursive: true })
await cp(join(webDir, 'sdk'), client, { recursive: true })
await cp(join(client, 'client.json'), join(client, 'package.json'))
const openai = dirname(fileURLToPath(import.meta.resolve('openai')))
await symlink(openai, join(prepared, 'node_modules/openai'))

/** Draws a small box of this colour on black. */
function maskOf(background: { r: number; g: number; b: number; alpha: number }): Promise<Buffer> {
  const box = { create: { width: 10, height: 10, channels: 4 as const, background } }
  const size = { width: 64, height: 48, channels: 4 as const, background: { r: 0, g: 0, b: 0, alpha: 1 } }
  return sharp({ create: size })
    .composite([{ input: box, left: 20, top: 20, blend: 'source' as never }])
    .png()
    .toBuffer()
}

const read = async (name: SnippetFileName) =>
  parseSnippets(await readFile(join(CONTENT, `${name}.md`), 'utf8'))
const files = Object.fromEntries(
  await Promise.all(snippetFileNames.map(async (name) => [name, await read(name)] as const)),
)
const cases = (name: SnippetFileName) =>
  published.flatMap((app) => snippetsFor(files[name]!, app).map((snippet) => ({ app, snippet })))
const named = (all: { app: string; snippet: Snippet }[]) =>
  all.map((one) => [`${one.app} ${one.snippet.title}`.trim(), one] as const)

const has = (command: string, args: string[]) => spawnSync(command, args).status === 0

/** Runs a snippet in a new folder and finishes the job that it submits. */
async function run({ app, snippet }: { app: string; snippet: Snippet }, path: string[] = []) {
  const folder = await mkdtemp(join(tmpdir(), 'infra-snippet-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await cp(prepared, folder, { recursive: true, verbatimSymlinks: true })
  const given = await readdir(folder)
  const code = fillSnippet(snippet.code, { address: api.origin, key: key.secret, app })
  const [file, command] = {
    sh: ['try.sh', 'sh'],
    js: ['try.mjs', process.execPath],
    py: ['try.py', 'python3'],
  }[snippet.language]!
  await writeFile(join(folder, file!), code)
  const child = spawn(command!, [file!], {
    cwd: folder,
    env: { HOME: folder, PATH: [...path, dirname(process.execPath), process.env.PATH].join(delimiter) },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let isOver = false
  const ended = Promise.all([buffer(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => {
      isOver = true
      return { stdout, stderr, code }
    },
  )
  for (let job = null; !job && !isOver; ) {
    job = await node.call(claimJob, { query: { wait: 1 } })
    if (job) await node.finish(job)
  }
  const { stdout, stderr, code: exit } = await ended
  const written = await filesIn(folder, [...given, file!, 'infra.mjs'])
  return { said: [stdout, ...written], stderr, exit }
}

async function filesIn(folder: string, known: string[]): Promise<Buffer[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const fresh = entries.filter((entry) => entry.isFile() && entry.parentPath !== join(folder, 'node_modules'))
  return Promise.all(
    fresh
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !known.includes(path.slice(folder.length + 1).split('/')[0]!))
      .map((path) => readFile(path)),
  )
}

/** Checks that the job has finished, and that the snippet wrote or printed its first output. */
async function expectResult(
  app: string,
  { said, stderr, exit }: Awaited<ReturnType<typeof run>>,
): Promise<void> {
  const [job] = (await alice.call(listMyJobs, { query: { limit: 1 } })).items
  expect({ app: job?.app.id, status: job?.status, exit }, stderr).toEqual({
    app,
    status: 'finished',
    exit: 0,
  })
  const { id, outputs } = job!
  const answer = await key.call(getJobOutput, { params: { id, name: outputs[0]!.name } })
  const result = Buffer.from(await answer.arrayBuffer())
  expect(result.length).toBeGreaterThan(0)
  // Or printed its id: completions lack the prompt, and JSON escapes text.
  const isThere = said.some((bytes) => bytes.includes(result) || bytes.includes(id))
  expect(isThere, `${stderr}${said.map((bytes) => bytes.toString('latin1', 0, 300)).join('\n')}`).toBe(true)
}

test('every published app has a snippet of every kind, and no snippet is for another app', () => {
  for (const name of snippetFileNames) {
    const apps = files[name]!.snippets.flatMap((snippet) => snippet.apps ?? published)
    expect([name, [...new Set(apps)].toSorted()]).toEqual([name, published.toSorted()])
  }
})

const hasCurl = has('curl', ['--version'])

/** Creates a folder with our stand-in for `curl`. */
async function standIn(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-curl-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const script = `#!/bin/sh\nexec '${process.execPath}' '${CURL_STAND_IN}' "$@"\n`
  await writeFile(join(folder, 'curl'), script, { mode: 0o755 })
  return folder
}

test.for(named(cases('curl')))(`curl: %s (${hasCurl ? 'curl itself' : 'our stand-in'})`, async ([, one]) => {
  await expectResult(one.app, await run(one, hasCurl ? [] : [await standIn()]))
})

test.for(['speak', 'upscale'])('our stand-in for curl behaves like curl: %s', async (app) => {
  const one = cases('curl').find((candidate) => candidate.app === app)!
  await expectResult(app, await run(one, [await standIn()]))
})

test.for(named(cases('javascript')))('JavaScript: %s', async ([, one]) => {
  await expectResult(one.app, await run(one))
})

test.for(named(cases('cli')))('CLI: %s', async ([, one]) => {
  await expectResult(one.app, await run(one, hasCurl ? [] : [await standIn()]))
})

/** Python snippets run only if their packages are installed, because a skipped test counts as failed. */
const hasPython = has('python3', ['-c', 'import openai, httpx'])

test.for(hasPython ? named(cases('python')) : [])('Python: %s', async ([, one]) => {
  await expectResult(one.app, await run(one))
})

test('MCP: a client with the configuration finds a tool for each app and can call it', async () => {
  const [{ snippet }] = cases('mcp') as [ReturnType<typeof cases>[number]]
  const filled = fillSnippet(snippet.code, { address: api.origin, key: key.secret, app: 'speak' })
  const { type, url, headers } = JSON.parse(filled).mcpServers.infra
  expect(type).toBe('http')
  const mcp = new Client({ name: 'a test', version: '1' })
  await mcp.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  onTestFinished(() => mcp.close())
  const { tools } = await mcp.listTools()
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(published))
  const answer = mcp.callTool({ name: 'story-teller', arguments: { prompt: 'Once', length: 16 } })
  let job = null
  while (!job) job = await node.call(claimJob, { query: { wait: 20 } })
  await node.finish(job)
  expect(JSON.stringify((await answer).content)).toContain('Then came')
})
