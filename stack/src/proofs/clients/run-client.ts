import { spawn } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sharp from 'sharp'
import { sceneWith, svg } from '../../smoke-test/check-apps.ts'
import { installFromNpm, installFromPip } from './install-clients.ts'

const SCRIPTS = join(import.meta.dirname, 'scripts')

/** What is installed for the proof. The tree itself has `openai` for JavaScript alone. */
const NPM_PACKAGES = [
  'openai@7.53.0',
  'ai@7.0.169',
  '@ai-sdk/openai@4.0.115',
  '@ai-sdk/openai-compatible@3.0.90',
  '@langchain/core@1.2.13',
  '@langchain/openai@1.6.0',
]
const PIP_PACKAGES = ['openai==3.22.1']

/** The versions of Node.js that our own client is for, besides the one that runs this. */
const NODE_VERSIONS = ['20.20.2', '22.23.3']

/** A client and how its script is started. */
export interface UnmodifiedClient {
  name: string
  command: string
  script: string
}

/** What a script printed: the calls it made, what it ordered, and what was wrong. */
export interface ClientReport {
  calls: number
  /** Jobs that must have finished, and those that it left before they did. */
  finished: number
  left: number
  /** Calls of apps that no node serves. */
  skipped: string[]
  failed: string[]
}

/** The one that needs no installation. */
export const inTree: UnmodifiedClient = {
  name: 'openai for JavaScript',
  command: process.execPath,
  script: join(SCRIPTS, 'openai-javascript.mjs'),
}

export interface Installed {
  clients: UnmodifiedClient[]
  /** Why there is no client for Python. */
  missing: string | undefined
  /** Other versions of Node.js. */
  runtimes: string[]
}

/** Installs all clients and runtimes below the folder. */
export async function installClients(folder: string): Promise<Installed> {
  const [javascript, python] = [join(folder, 'javascript'), join(folder, 'python')]
  await Promise.all([mkdir(javascript, { recursive: true }), mkdir(python, { recursive: true })])
  const [interpreter] = await Promise.all([
    installFromPip(python, PIP_PACKAGES),
    installFromNpm(javascript, NPM_PACKAGES),
  ])
  // Packages are looked for beside the scripts.
  await cp(SCRIPTS, javascript, { recursive: true })
  const clients = [
    { ...inTree, script: join(javascript, 'openai-javascript.mjs') },
    { name: 'AI SDK', command: process.execPath, script: join(javascript, 'ai-sdk.mjs') },
    { name: 'LangChain', command: process.execPath, script: join(javascript, 'langchain.mjs') },
  ]
  const script = join(javascript, 'openai-python.py')
  if ('python' in interpreter)
    clients.push({ name: 'openai for Python', command: interpreter.python, script })
  const missing = 'missing' in interpreter ? interpreter.missing : undefined
  return { clients, missing, runtimes: await Promise.all(NODE_VERSIONS.map(installNode)) }

  async function installNode(version: string): Promise<string> {
    const name = `node-${process.platform}-${process.arch}`
    const into = join(folder, version)
    await mkdir(into)
    await installFromNpm(into, [`${name}@${version}`])
    return join(into, 'node_modules', name, 'bin/node')
  }
}

/** Where a script calls, by whose keys, and what nodes serve there. */
export interface CalledNetwork {
  url: string
  key: string
  readKey: string
  apps: readonly string[]
}

/** Runs the script of a client in a folder with the pictures that it edits. */
export async function runClient(
  { name, command, script }: UnmodifiedClient,
  folder: string,
  env: CalledNetwork & { stopAtFailure?: boolean },
): Promise<ClientReport> {
  await writePictures(folder)
  const child = spawn(command, [script], {
    cwd: folder,
    env: {
      ...process.env,
      INFRA_URL: env.url,
      INFRA_KEY: env.key,
      INFRA_READ_KEY: env.readKey,
      INFRA_APPS: env.apps.join(','),
      INFRA_STOP_AT_FAILURE: env.stopAtFailure ? '1' : '',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [printed, complained] = await Promise.all([text(child.stdout), text(child.stderr)])
  const report = printed.trimEnd().split('\n').at(-1) ?? ''
  if (!report.startsWith('{')) throw new Error(`${name} printed no report:\n${printed}\n${complained}`)
  return JSON.parse(report) as ClientReport
}

/** A photo with a ball, and the same with a transparent hole where the ball is. */
async function writePictures(folder: string): Promise<void> {
  const ball = { x: 160, y: 110, radius: 45 }
  const hole = svg(`<circle cx="${ball.x}" cy="${ball.y}" r="${ball.radius + 8}"/>`)
  const photo = await sharp(Buffer.from(sceneWith(ball)))
    .png()
    .toBuffer()
  const mask = sharp(photo)
    .ensureAlpha()
    .composite([{ input: Buffer.from(hole), blend: 'dest-out' }])
  await writeFile(join(folder, 'photo.png'), photo)
  await writeFile(join(folder, 'mask.png'), await mask.png().toBuffer())
}
