import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { buildClient } from '@infra/client/build'
import { RENDERER_PATH, SDK_FOLDER } from '@infra/protocol/pages/bootstrap'
import { ROOT } from './root.ts'
import { run } from './run.ts'
import { settleAll } from './settle-all.ts'

/** What all projects are built from in addition to their own sources. */
const SHARED_SOURCES = [
  'package-lock.json',
  ...['client', 'inference', 'protocol', 'safety', 'weights'].map((name) => `packages/${name}`),
  'apps/node',
  'apps/web',
]

/** A project with this file can also be rendered on the server, and is served with the client for programs and the node agent. */
const RENDERER_CONFIG = 'vite.render.config.ts'

interface Options {
  /** With the demo wallet, for a stack on one machine. Production pages have no trace of it. */
  demo: boolean
  say: (sentence: string) => void
}

/** Builds the Vite project in `folder` if its sources changed, and returns the folder of the built pages. */
export async function buildWeb(folder: string, { demo, say }: Options): Promise<string> {
  const project = join(ROOT, folder)
  const dist = join(project, demo ? 'dist' : 'dist-production')
  const digest = await digestOf([...new Set([folder, ...SHARED_SOURCES])].map((source) => join(ROOT, source)))
  const earlier = await readFile(join(dist, '.sources'), 'utf8').catch(() => '')
  if (earlier === digest) return dist

  say(`Building ${folder}.`)
  await removeAbandoned(project)
  // Moved into place when complete, so that an interrupted build is never served.
  const fresh = `${dist}.${process.pid}`
  // Next to it and not inside, because each build empties its folder first.
  const renderer = `${dist}-renderer.${process.pid}`
  const builds = [runVite(project, ['--outDir', fresh, '--emptyOutDir'], demo)]
  if (existsSync(join(project, RENDERER_CONFIG))) {
    const options = ['--config', RENDERER_CONFIG, '--outDir', renderer, '--emptyOutDir']
    builds.push(runVite(project, options, demo))
  }
  await settleAll(builds)
  if (builds.length > 1) {
    await rename(renderer, dirname(join(fresh, RENDERER_PATH)))
    await buildClient(join(fresh, SDK_FOLDER))
    await packNode(join(fresh, SDK_FOLDER))
  }
  await writeFile(join(fresh, '.sources'), digest)
  await rm(dist, { recursive: true, force: true })
  await rename(fresh, dist)
  return dist
}

async function runVite(project: string, options: string[], demo: boolean): Promise<void> {
  const built = await run('vite', ['build', '--logLevel', 'warn', ...options], {
    cwd: project,
    // Set here because a shell or test runner may say otherwise, and React's development build is three times as heavy.
    env: { NODE_ENV: 'production', VITE_DEMO_WALLET: demo ? 'true' : '' },
  })
  if (!built) throw new Error(`${basename(project)} could not be built; the reason is above.`)
}

async function packNode(folder: string): Promise<void> {
  const packed = await run(process.execPath, ['apps/node/build/pack-node.ts', folder])
  if (!packed) throw new Error('The node agent could not be packed; the reason is above.')
}

/** Removes what killed builds left behind. */
async function removeAbandoned(project: string): Promise<void> {
  for (const name of await readdir(project)) {
    const pid = /^dist.*\.(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(project, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function digestOf(paths: string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await Promise.all(paths.map(filesBelow))).flat().sort()) {
    hash.update(path.slice(ROOT.length)).update(await readFile(path))
  }
  return hash.digest('hex')
}

async function filesBelow(path: string): Promise<string[]> {
  if ((await stat(path)).isFile()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const sources = entries.filter(({ name }) => name !== 'node_modules' && !/^dist/.test(name))
  return (await Promise.all(sources.map((entry) => filesBelow(join(path, entry.name))))).flat()
}
