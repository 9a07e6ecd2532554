import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { webFolderWithNode } from '../test/servers/sdk-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const { origin } = await startTestApi({ env: { WEB_DIR: await webFolderWithNode() } })

const text = async (path: string) => (await fetch(origin + path)).text()

/** Runs the script in an empty home directory, with these programs first in PATH. */
async function runScript(script: string, programs: Record<string, string> = {}) {
  const home = await mkdtemp(join(tmpdir(), 'infra-install-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const bin = join(home, 'bin')
  await mkdir(bin)
  for (const [name, body] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/bin/sh\n${body}\n`)
    await chmod(join(bin, name), 0o755)
  }
  const env = { HOME: home, PATH: `${bin}:${process.env.PATH}` }
  const running = promisify(execFile)('sh', ['-c', script], { env, cwd: home })
  const { stdout, stderr, code } = await running.then(
    (ended) => ({ ...ended, code: 0 }),
    (error) => error,
  )
  const installed = await readdir(join(home, '.infra-node')).catch(() => [])
  return { stdout, stderr, code, installed: installed.filter((name) => name.startsWith('program')) }
}

test('the script contains the network’s URL and the digest of the package that is served', async () => {
  const script = await text('/sdk/node/install')
  expect(script).toContain("\nnetwork='http://localhost:0'\n")
  expect(script).toContain("\napi='http://localhost:0/api'\n")
  expect(script).not.toMatch(/@[A-Z_]+@/)
  const tarball = await fetch(`${origin}/sdk/node/infra-node.tgz`)
  const digest = createHash('sha512').update(Buffer.from(await tarball.arrayBuffer()))
  expect(script).toContain(`\nintegrity='sha512-${digest.digest('base64')}'\n`)
})

test('npm gets the agent with exact versions of its dependencies and the digest of its package', async () => {
  const packument = JSON.parse(await text('/sdk/npm/@infra%2fnode'))
  const { dependencies, optionalDependencies, bin, dist, ...manifest } =
    packument.versions[packument['dist-tags'].latest]
  expect(bin).toEqual({ 'infra-node': 'infra-node.mjs' })
  expect(manifest).toMatchObject({ engines: { node: '>=20' }, _hasShrinkwrap: true })
  for (const version of Object.values({ ...dependencies, ...optionalDependencies }))
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(Object.keys(optionalDependencies)).toHaveLength(4)
  const tarball = await fetch(origin + new URL(dist.tarball).pathname)
  const digest = createHash('sha512').update(Buffer.from(await tarball.arrayBuffer()))
  expect(dist.integrity).toBe(`sha512-${digest.digest('base64')}`)
})

test('does not install a package with another digest', async () => {
  const script = (await text('/sdk/node/install'))
    .replaceAll('http://localhost:0', origin)
    .replace(/integrity='sha512-..../, "integrity='sha512-AAAA")
  const { code, stderr, installed } = await runScript(script, { npm: 'echo npm was called >&2' })
  expect(code).toBe(1)
  expect(stderr).toContain('is not what this script expects. Nothing was installed')
  expect(stderr).not.toContain('npm was called')
  expect(installed).toEqual([])
})

test.for([
  [
    'an old Node.js',
    { node: 'case $1 in -p) echo 18 ;; *) echo v18.20.4 ;; esac' },
    /Node\.js 20 or newer, and this is v18/,
  ],
  [
    'an unsupported operating system',
    { uname: 'echo SunOS' },
    /runs on Linux and macOS .* not on SunOS SunOS/,
  ],
  ['a registry that does not answer', { npm: 'exit 1' }, /npm could not install .* try again/],
] as const)('%s gives a clear error and leaves nothing installed', async ([, programs, message]) => {
  const script = (await text('/sdk/node/install')).replaceAll('http://localhost:0', origin)
  const { code, stderr, installed } = await runScript(script, programs)
  expect(stderr).toMatch(message)
  expect(code).toBe(1)
  expect(installed).toEqual([])
})

test('links the installed program, configures its network and starts it with the given arguments', async () => {
  const script = (await text('/sdk/node/install')).replaceAll('http://localhost:0', origin)
  // A stand-in for the agent; `npm run fresh-operator` runs the real one.
  const npm =
    'printf \'#!/bin/sh\\necho started "$@"; cat "$INFRA_NODE_HOME/settings.env"\\n\' > infra-node.mjs'
  const first = await runScript(`${script}`.replace('infra-node.mjs" "$@"', 'infra-node.mjs" status'), {
    npm,
  })
  expect(first.stdout).toContain(`started status\nAPI_URL=${origin}/api\n`)
  expect(first.stdout).toContain('/.local/bin/infra-node\n')
  expect(first.installed.toSorted()).toEqual(['program', expect.stringMatching(/^program-1\./)])
})

test('the agent gets the terminal even when the script is piped into sh', async () => {
  const script = (await text('/sdk/node/install')).replaceAll('http://localhost:0', origin)
  const npm =
    "printf '#!/bin/sh\\n[ -t 0 ] && [ -t 1 ] && echo in a terminal || echo in a pipe\\n' > infra-node.mjs"
  const kept = `cat > install <<'END'\n${script}\nEND\n`
  expect((await runScript(`${kept}script -qec 'cat install | sh' /dev/null`, { npm })).stdout).toContain(
    'in a terminal',
  )
  expect((await runScript(`${kept}cat install | sh`, { npm })).stdout).toContain('in a pipe')
})
