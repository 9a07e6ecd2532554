import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeNpmPackage } from '@infra/client/npm-package'
import { type OutputChunk, rolldown } from 'rolldown'
import { programHash } from '../src/agent/program-hash.ts'
import { lockedPackages, type Needs } from './locked-packages.ts'

const APP = join(import.meta.dirname, '..')
const ROOT = join(APP, '../..')

/** Packages that compute, or bring files beside their code: npm installs them. All else becomes part of the agent. */
const INSTALLED = [
  '@neplex/vectorizer',
  '@tensorflow/tfjs-backend-wasm',
  '@tensorflow/tfjs-converter',
  '@tensorflow/tfjs-core',
  'onnxruntime-node',
  'sharp',
  'tesseract.js',
]

/** Programs of their own, where the agent looks for them: see `program-files.ts`. */
const PROGRAMS = ['main', 'sandbox/run-job', 'sandbox/launch', 'runners/runners']

/** Builds the agent as the network serves it, into a folder: an npm package, its metadata for npm, and the script that installs it. */
export async function buildNode(folder: string): Promise<void> {
  const { name, version, license, type } = await readJson(join(APP, 'package.json'))
  const { engines, dependencies, optionalDependencies } = await readNeeds()
  const manifest = {
    name,
    version,
    description: 'Runs AI jobs of an Infra network on this machine.',
    license,
    type,
    bin: { 'infra-node': 'infra-node.mjs' },
    engines,
    dependencies,
    optionalDependencies,
    // npm looks for it before it fetches the package.
    _hasShrinkwrap: true,
    programHash: programHash(),
  }
  const chunks = await bundle()
  const files = {
    ...Object.fromEntries(chunks.map(({ fileName, code }) => [fileName, code])),
    // The agent installs its next version by it.
    'install.sh': await readFile(join(import.meta.dirname, 'install.sh'), 'utf8'),
    'infra-node.mjs': await readFile(join(import.meta.dirname, 'infra-node.mjs'), 'utf8'),
    'npm-shrinkwrap.json': await writeShrinkwrap({ dependencies, optionalDependencies }),
    LICENSE: await readFile(join(ROOT, 'LICENSE'), 'utf8'),
    'LICENSES-BUNDLED.txt': await bundledLicences(chunks),
  }
  await mkdir(folder, { recursive: true })
  const written = await writeNpmPackage(folder, 'node', manifest, files)
  const script = await readFile(join(import.meta.dirname, 'install.sh'), 'utf8')
  await writeFile(
    join(folder, 'install-node.sh'),
    script.replaceAll('@VERSION@', written.version).replaceAll('@INTEGRITY@', written.dist.integrity),
  )
}

async function readNeeds(): Promise<Needs & { engines: { node: string } }> {
  const { packages } = await readJson(join(ROOT, 'package-lock.json'))
  const { optionalDependencies } = await readJson(join(ROOT, 'package.json'))
  const dependencies = Object.fromEntries(
    INSTALLED.map((name) => [name, packages[`node_modules/${name}`].version]),
  )
  return { dependencies, optionalDependencies, engines: { node: '>=20' } }
}

async function writeShrinkwrap(needs: Needs): Promise<string> {
  const { packages } = await readJson(join(ROOT, 'package-lock.json'))
  const { name, version } = await readJson(join(APP, 'package.json'))
  return JSON.stringify({
    name,
    version,
    lockfileVersion: 3,
    packages: { '': { name, version, ...needs }, ...lockedPackages(packages, needs) },
  })
}

async function bundle(): Promise<OutputChunk[]> {
  const bundled = await rolldown({
    input: Object.fromEntries(PROGRAMS.map((program) => [program, join(APP, 'src', `${program}.ts`)])),
    platform: 'node',
    external: (id) => INSTALLED.some((name) => id === name || id.startsWith(`${name}/`)),
    cwd: APP,
    logLevel: 'warn',
  })
  const { output } = await bundled.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    // Beside `main.js`: from there they know where the programs are.
    chunkFileNames: 'chunk-[hash].js',
    minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  })
  await bundled.close()
  return output
    .filter((file) => file.type === 'chunk')
    .toSorted((one, other) => (one.fileName < other.fileName ? -1 : 1))
}

/** Of all that the agent brings along of other people's work: their licences ask to be passed on. */
async function bundledLicences(chunks: OutputChunk[]): Promise<string> {
  const modules = chunks.flatMap(({ modules }) => Object.keys(modules))
  const folders = modules.flatMap((id) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? [])
  const texts = [...new Set(folders)].toSorted().map(async (folder) => {
    const { name, license } = await readJson(join(folder, 'package.json'))
    const file = (await readdir(folder)).find((one) => /^licen[sc]e/i.test(one))
    return `${name}\n\n${file ? await readFile(join(folder, file), 'utf8') : license}`
  })
  return (await Promise.all(texts)).join('\n\n')
}

async function readJson(path: string) {
  return JSON.parse(await readFile(path, 'utf8'))
}
