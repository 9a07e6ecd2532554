import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { isolatedDeclaration } from 'rolldown/experimental'
import { type PackageManifest, writeNpmPackage } from './write-npm-package.ts'
import { typeNames, writeTypes } from './write-types.ts'

const PACKAGE = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = join(PACKAGE, 'src')

/** What the package exports, by file: values, then types. */
const exported: Record<string, { values: string[]; types: string[] }> = {
  infra: { values: ['Infra'], types: ['AppInput', 'OrderOptions', 'RunOptions'] },
  'infra-error': { values: ['InfraError', 'JobError'], types: ['FieldProblem'] },
  'send-request': { values: [], types: ['Connection'] },
  'verify-webhook': { values: ['verifyWebhook'], types: ['WebhookHeaders', 'WebhookOptions'] },
  types: { values: [], types: typeNames },
}

/** What the CLI brings along of other people's work, whose licences ask to be passed on. */
const BUNDLED = ['viem', '@noble/curves', '@noble/hashes', 'zod']

/**
 * Builds the client as the network serves it, into a folder: `infra.js` to import, `infra.mjs` to run with Node.js, the npm package of
 * both, and its metadata for npm.
 */
export async function buildClient(folder: string): Promise<void> {
  const [library, program] = await Promise.all([bundleLibrary(), bundleProgram()])
  const files: Record<string, string> = {
    'infra.js': library,
    'infra.mjs': program,
    ...(await declarations()),
    'README.md': await readFile(join(PACKAGE, 'README.md'), 'utf8'),
    LICENSE: await readFile(join(PACKAGE, '../../LICENSE'), 'utf8'),
    'LICENSES-BUNDLED.txt': await bundledLicences(),
  }
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'infra.js'), library)
  await writeFile(join(folder, 'infra.mjs'), program)
  await writeNpmPackage(folder, 'client', await readManifest(), files)
}

async function readManifest(): Promise<PackageManifest> {
  const { name, version, license, type } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'))
  return {
    name,
    version,
    description: 'Run the apps of an Infra network from a program or a shell.',
    license,
    type,
    exports: { types: './index.d.ts', default: './infra.js' },
    types: './index.d.ts',
    bin: { infra: 'infra.mjs' },
    engines: { node: '>=20' },
    sideEffects: false,
  }
}

function bundleLibrary(): Promise<string> {
  const lines = Object.entries(exported)
    .filter(([, { values }]) => values.length > 0)
    .map(
      ([file, { values }]) =>
        `export { ${values.join(', ')} } from ${JSON.stringify(`${SOURCES}/${file}.ts`)}`,
    )
  const entry: Plugin = {
    name: 'entry',
    resolveId: (id) => (id === 'entry' ? id : null),
    load: (id) => (id === 'entry' ? lines.join('\n') : null),
  }
  return bundle('entry', 'browser', [entry])
}

function bundleProgram(): Promise<string> {
  return bundle(join(SOURCES, 'cli/main.ts'), 'node', [])
}

async function bundle(input: string, platform: 'browser' | 'node', plugins: Plugin[]): Promise<string> {
  const bundled = await rolldown({ input, platform, plugins, cwd: PACKAGE, logLevel: 'warn' })
  const { output } = await bundled.generate({
    format: 'esm',
    minify: true,
    codeSplitting: false,
  })
  await bundled.close()
  return output[0].code
}

/** Of each source that is exported from, those of the API's answers from their schemas. */
async function declarations(): Promise<Record<string, string>> {
  const files: Record<string, string> = { 'types.d.ts': writeTypes() }
  for (const file of Object.keys(exported)) {
    if (file === 'types') continue
    const path = join(SOURCES, `${file}.ts`)
    const { code, errors } = await isolatedDeclaration(path, await readFile(path, 'utf8'))
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
    files[`${file}.d.ts`] = code.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"')
  }
  const lines = Object.entries(exported).map(([file, { values, types }]) => {
    const names = [...values, ...types.map((name) => `type ${name}`)]
    return `export { ${names.join(', ')} } from './${file}.js'\n`
  })
  return { ...files, 'index.d.ts': lines.join('') }
}

async function bundledLicences(): Promise<string> {
  const texts = BUNDLED.map(async (name) => {
    const path = join(PACKAGE, '../../node_modules', name, 'LICENSE')
    return `${name}\n\n${await readFile(path, 'utf8')}`
  })
  return (await Promise.all(texts)).join('\n\n')
}
