import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@infra/postgres/free-port'
import { type KillableProgram, startKillable } from './killable-program.ts'

export interface RunningApi {
  program: KillableProgram
  prefix: string
}

/** An API process with its files in `folder`, which is responding when this returns. */
export async function startApi(folder: string, env: NodeJS.ProcessEnv): Promise<RunningApi> {
  const port = env.PORT ?? String(await freePort())
  const program = startKillable('apps/api/src/main.ts', {
    PORT: port,
    FILES_DIR: join(folder, 'files'),
    LOG_LEVEL: 'silent',
    TRUST_PROXY: '127.0.0.1',
    ...env,
  })
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isThere())) await sleep(50)
  return { program, prefix: `http://127.0.0.1:${port}/api` }
}
