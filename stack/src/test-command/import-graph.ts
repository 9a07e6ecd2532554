import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { listFiles } from './list-files.ts'

/** By file, the files of the repository that it imports; all paths are relative to the root, with slashes. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** Reads the imports of all sources, type imports and dynamic imports included. */
export async function readImportGraph(root: string): Promise<ImportGraph> {
  const files = await listSources(root)
  const graph = new Map<string, string[]>()
  await Promise.all(
    files.map(async (file) => {
      const source = await readFile(join(root, file), 'utf8')
      graph.set(file, importsOf(source, file, new Set(files)))
    }),
  )
  return graph
}

async function listSources(root: string): Promise<string[]> {
  return (await listFiles(root)).filter((file) => /\.(?:tsx?|mjs)$/.test(file))
}

/** Biome formats every file, so a statement begins at the start of a line and its address is in single quotes. */
const STATEMENT =
  /^(?:import|export)\s+(?:type\s+)?(?:[\w*$]+(?:\s+as\s+\w+)?,?\s*)?(?:\{[^}]*\}\s*)?from '([^']+)'/gm
const BARE = /^import '([^']+)'/gm
const DYNAMIC = /\bimport\('([^']+)'\)/g

function importsOf(source: string, file: string, files: ReadonlySet<string>): string[] {
  const addresses = [STATEMENT, BARE, DYNAMIC].flatMap((pattern) =>
    [...source.matchAll(pattern)].map(([, address]) => address!),
  )
  const paths = addresses.flatMap((address) => pathsOf(address, file).filter((path) => files.has(path)))
  return [...new Set(paths)]
}

/** Where an import may lead. Each of our packages has only the export `./*`, which is `./src/*.ts`. */
function pathsOf(address: string, file: string): string[] {
  if (address.startsWith('.')) return [posix.join(posix.dirname(file), address.split('?')[0]!)]
  const [, name, path] = /^@infra\/([^/]+)\/(.+)$/.exec(address) ?? []
  if (!name) return []
  return ['packages/', ''].map((folder) => `${folder}${name}/src/${path}.ts`)
}

/** The import circles, each as the path from a file back to itself. */
export function findCircles(graph: ImportGraph): string[][] {
  const circles: string[][] = []
  const done = new Set<string>()
  const way: string[] = []
  const visit = (file: string) => {
    const start = way.indexOf(file)
    if (start !== -1) circles.push([...way.slice(start), file])
    if (start !== -1 || done.has(file)) return
    way.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    way.pop()
    done.add(file)
  }
  for (const file of [...graph.keys()].sort()) visit(file)
  return circles
}
