import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = join(import.meta.dirname, '../main.ts')
const UNIT = '.config/systemd/user/infra-node.service'

/** An account with an installed agent, and a systemd that records its commands. */
async function createAccount(systemctl: string) {
  const home = await mkdtemp(join(tmpdir(), 'infra-account-'))
  onTestFinished(() => rm(home, { recursive: true }))
  await mkdir(join(home, 'agent/program'), { recursive: true })
  await mkdir(join(home, 'bin'))
  const programs = { systemctl: `echo "$*" >>"$HOME/calls"\n${systemctl}`, 'systemd-analyze': 'exit 0' }
  for (const [name, body] of Object.entries(programs))
    await writeFile(join(home, 'bin', name), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
  const env = { HOME: home, PATH: `${home}/bin:/usr/bin:/bin`, INFRA_NODE_HOME: join(home, 'agent') }
  return {
    service: (action: string) =>
      promisify(execFile)(process.execPath, [MAIN, 'service', action], { env }).then(
        ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      ),
    read: (name: string) => readFile(join(home, name), 'utf8').catch(() => undefined),
  }
}

/** Empty elsewhere, because a skipped test counts as failed. */
const platforms = process.platform === 'linux' ? ['Linux'] : []

test.for(platforms)('on %s a service is installed, queried and removed', async () => {
  const { service, read } = await createAccount('exit 0')
  expect(await service('status')).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('There is no service'),
  })
  expect(await service('install')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('runs as a service'),
  })
  expect(await read(UNIT)).toMatch(/^ExecStart=.*\/agent\/program\/infra-node\.mjs" "start"$/m)
  expect(await service('status')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('The service runs.'),
  })
  expect(await service('uninstall')).toMatchObject({ code: 0 })
  expect(await read(UNIT)).toBeUndefined()
  expect((await read('calls'))!.split('\n')).toEqual([
    '--user daemon-reload',
    '--user enable infra-node.service',
    '--user restart infra-node.service',
    '--user is-active --quiet infra-node.service',
    '--user disable --now infra-node.service',
    '',
  ])
})

test.for(platforms)(
  'on %s without a session bus, install prints the commands to run, and an unknown action is refused',
  async () => {
    const { service, read } = await createAccount('echo Failed to connect to bus >&2; exit 1')
    const { code, stderr } = await service('install')
    expect(code).toBe(1)
    expect(stderr).toContain('Failed to connect to bus\n')
    expect(stderr).toContain('  systemctl --user restart infra-node.service\n')
    expect(await read(UNIT)).toContain('[Service]')
    expect(await service('dance')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('install, uninstall or status'),
    })
  },
)
