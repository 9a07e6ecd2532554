import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareRelease, Unproven } from './prepare-release.ts'

const INSTALL_SCRIPT = join(import.meta.dirname, '../../build/install.sh')
/** Records which proxy it was given, and has none in its own configuration. */
const NPM = '#!/bin/sh\n[ "$1" = config ] || echo "$npm_config_https_proxy" >"$INFRA_NODE_HOME/proxy"\n'
const VERSION = '1.0.2-bcccccccccccc'

/** A machine with version 1, an npm that does nothing, and a network that serves a package with this doctor. */
async function createMachine(doctor: string) {
  const home = await mkdtemp(join(tmpdir(), 'infra-prepare-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  await mkdir(join(home, 'program-1'))
  await cp(INSTALL_SCRIPT, join(home, 'program-1/install.sh'))
  await symlink(join(home, 'program-1'), join(home, 'program'))
  const bin = join(home, 'bin')
  await mkdir(bin)
  await writeFile(join(bin, 'npm'), NPM, { mode: 0o755 })
  vi.stubEnv('PATH', [bin, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter))
  onTestFinished(() => void vi.unstubAllEnvs())
  await mkdir(join(home, 'package'))
  await writeFile(join(home, 'package/infra-node.mjs'), `#!/bin/sh\n${doctor}\n`, { mode: 0o755 })
  await writeFile(join(home, 'package/npm-shrinkwrap.json'), '{}')
  const tarball = execFileSync('tar', ['czf', '-', '-C', home, 'package'])
  const server = createServer((_, response) => response.end(tarball)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const signer = '0x52908400098527886E0F7030069857D2E4169EE7' as const
  const updates = {
    isOn: true,
    isOff: false,
    offBecause: undefined,
    isTrial: false,
    trialSeconds: 1,
    pin: undefined,
  }
  const config = { home, apiPrefix: `http://127.0.0.1:${port}/api`, updates: { ...updates, signer } }
  const digest = createHash('sha512').update(tarball).digest('base64')
  const release = { version: VERSION, integrity: `sha512-${digest}`, releasedAt: 5 }
  const programs = async () =>
    (await readdir(home)).filter((name) => /^(program|installing)/.test(name)).toSorted()
  return { home, config, release, programs }
}

test('a release is installed beside the running version, and its doctor runs', async () => {
  const { home, config, release, programs } = await createMachine('echo "$@" >"$INFRA_NODE_HOME/asked"')
  await prepareRelease(config, release)
  expect(await programs()).toEqual(['program', 'program-1', `program-${VERSION}`])
  expect(await readlink(join(home, 'program'))).toBe(join(home, 'program-1'))
  expect(await readFile(join(home, 'asked'), 'utf8')).toBe('doctor --quick\n')
  expect(JSON.parse(await readFile(join(home, `program-${VERSION}/release.json`), 'utf8'))).toEqual(release)
})

test('[finding S23] a package whose digest differs from the signed one is not installed', async () => {
  const { config, release, programs } = await createMachine('exit 0')
  const signed = { ...release, integrity: `sha512-${'A'.repeat(86)}==` }
  await expect(prepareRelease(config, signed)).rejects.toThrow('is not what this script expects')
  expect(await programs()).toEqual(['program', 'program-1'])
})

test('a version whose doctor fails is reported as unproven and removed', async () => {
  const { config, release, programs } = await createMachine(
    'echo "FAIL  App echo  It broke."; echo 1 failed; exit 1',
  )
  const failure = await prepareRelease(config, release).catch((error) => error)
  expect(failure).toBeInstanceOf(Unproven)
  expect(failure.message).toContain('FAIL  App echo  It broke.')
  expect(await programs()).toEqual(['program', 'program-1'])
})

test('a release is not installed without enough disk space, and can be installed later', async () => {
  const { home, config, release, programs } = await createMachine('exit 0')
  const bytesNeeded = 1e18
  const failure = await prepareRelease(config, release, { bytesNeeded }).catch((error) => error)
  expect(failure.message).toBe(
    `There is less than ${bytesNeeded / 1e9} GB free in ${home}, too little for another version.`,
  )
  expect(failure).not.toBeInstanceOf(Unproven)
  expect(await programs()).toEqual(['program', 'program-1'])
  await prepareRelease(config, release)
  expect(await programs()).toContain(`program-${VERSION}`)
})

test('with a download limit, a release is fetched through the agent’s proxy', async () => {
  const { home, config, release, programs } = await createMachine('exit 0')
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy']) vi.stubEnv(name, '')
  await prepareRelease(config, release, { pace: async () => {} })
  expect(await readFile(join(home, 'proxy'), 'utf8')).toMatch(
    /^http:\/\/infra:[0-9a-f]{32}@127\.0\.0\.1:\d+\n$/,
  )
  expect(await programs()).toContain(`program-${VERSION}`)
})
