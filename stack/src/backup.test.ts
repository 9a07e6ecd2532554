import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@infra/postgres/free-port'
import { expect, test } from 'vitest'
import { ROOT } from './root.ts'
import { noAnswers, writeReport } from './test/report-writers.ts'
import { spawnStack } from './test/spawned-stack.ts'
import { temporaryFolder } from './test/temporary-folder.ts'

const execute = promisify(execFile)

/** Like `npm run backup -- <folder>`, or `restore`. */
async function run(command: 'backup' | 'restore', folder: string, DATA_DIR: string): Promise<string> {
  const program = ['stack/src/on-database.ts', 'apps/api/src/backup/main.ts', command, folder]
  const { stdout } = await execute(process.execPath, program, {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR },
  })
  return stdout
}

async function rowsIn(backup: string): Promise<unknown> {
  return JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8')).tables
}

test('backs up a running stack, and restores it into one that has never run', async () => {
  const folder = await temporaryFolder()
  const env = {
    DATA_DIR: join(folder, 'first'),
    PORT: String(await freePort()),
    RUN_NODE: 'false',
    DEVNET: 'false',
  }
  const stack = spawnStack(env)
  await stack.ready()
  const answers = noAnswers()
  await writeReport(`http://127.0.0.1:${env.PORT}/api`, answers, 30_000)
  expect(answers.acknowledged).toHaveLength(1)
  await run('backup', join(folder, 'backup'), env.DATA_DIR)
  stack.process.kill('SIGTERM')
  await stack.exited

  await run('restore', join(folder, 'backup'), join(folder, 'second'))
  await run('backup', join(folder, 'again'), join(folder, 'second'))
  expect(await rowsIn(join(folder, 'again'))).toEqual(await rowsIn(join(folder, 'backup')))
  expect(await readFile(join(folder, 'again/tables/feedback_reports'), 'utf8')).toContain(
    answers.acknowledged[0],
  )
})
