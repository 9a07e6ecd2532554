import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { launchdPlist, systemdUnit } from './describe-service.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-service-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

const hasAnalyze = spawnSync('systemd-analyze', ['--version']).status === 0

/** Characters that mean something else to a service manager unless they are escaped. */
const AWKWARD = 'O"Neil & 100% <of> $HOME'

test.for(hasAnalyze ? ['systemd'] : [])('%s accepts the unit, whatever the folder is called', async () => {
  const folder = await temporaryFolder()
  const home = join(folder, AWKWARD)
  const program = join(home, 'node')
  await mkdir(home)
  await writeFile(program, '', { mode: 0o755 })
  const unit = systemdUnit({ home, command: [program, 'main.js', 'start'], path: '/usr/bin:/bin' }, folder)
  expect(unit.path).toBe(join(folder, 'systemd/user/infra-node.service'))
  await mkdir(dirname(unit.path), { recursive: true })
  const verify = (text: string) => {
    execFileSync('tee', [unit.path], { input: text })
    const env = { ...process.env, XDG_RUNTIME_DIR: folder }
    return spawnSync('systemd-analyze', ['--user', 'verify', unit.path], { encoding: 'utf8', env }).stderr
  }
  expect(verify(unit.text)).toBe('')
  expect(unit.text).toContain('100%% ')
  expect(verify(unit.text.replace('/usr/bin/env ', ''))).not.toBe('')
})

test('a unit restarts on failure, except after exit codes that a restart can’t fix', () => {
  const { text } = systemdUnit({ home: '/h', command: ['/h/node', 'start'], path: '/bin' }, '/c')
  expect(text).toContain('\nRestart=on-failure\n')
  expect(text).toContain('\nRestartPreventExitStatus=2 3 4 5\n')
  expect(text).toContain('\nExecStart=/usr/bin/env "/h/node" "start"\n')
  expect(text).toContain('\nEnvironment="INFRA_NODE_HOME=/h"\n')
})

test('a plist is XML with the same command, whatever the folder is called', () => {
  const home = `/Users/${AWKWARD}`
  const { path, text } = launchdPlist({ home, command: [`${home}/node`, 'start'], path: '/bin' }, '/Users/me')
  expect(path).toBe('/Users/me/Library/LaunchAgents/infra.node.plist')
  const strings = [...text.matchAll(/<string>([^<]*)<\/string>/g)].map(([, one]) =>
    one!.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  )
  expect(strings).toEqual([
    'infra.node',
    `${home}/node`,
    'start',
    home,
    '/bin',
    home,
    'Background',
    `${home}/agent.log`,
    `${home}/agent.log`,
  ])
  expect(text.replaceAll(/&(amp|lt|gt);/g, '')).not.toContain('&')
})
