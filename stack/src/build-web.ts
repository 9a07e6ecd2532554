import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './root.ts'
import { run } from './run.ts'

/** What every page is made of, beside the sources of its own project. */
const SHARED_SOURCES = ['package-lock.json', 'packages/protocol/src', 'apps/web']

/** Builds the Vite project in `folder` where its sources changed, and returns the folder of the built pages. */
export async function buildWeb(folder: string, say: (sentence: string) => void): Promise<string> {
  const project = join(ROOT, folder)
  const dist = join(project, 'dist')
  const digest = await digestOf([...new Set([folder, ...SHARED_SOURCES])].map((source) => join(ROOT, source)))
  const earlier = await readFile(join(dist, '.sources'), 'utf8').catch(() => '')
  if (earlier === digest) return dist

  say(`Building ${folder}.`)
  // Moved into place when whole, so that a build cut short is never served.
  const fresh = `${dist}.${process.pid}`
  const built = await run('vite', ['build', '--outDir', fresh, '--emptyOutDir', '--logLevel', 'warn'], {
    cwd: project,
  })
  if (!built) throw new Error(`${folder} could not be built; the reason is above.`)
  await writeFile(join(fresh, '.sources'), digest)
  await rm(dist, { recursive: true, force: true })
  await rename(fresh, dist)
  return dist
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
  const sources = entries.filter(({ name }) => name !== 'node_modules' && !/^dist(\.|$)/.test(name))
  return (await Promise.all(sources.map((entry) => filesBelow(join(path, entry.name))))).flat()
}
