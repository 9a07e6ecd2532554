import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '@infra/postgres/free-port'
import { startPostgres } from '@infra/postgres/start-postgres'
import { endedCpuMsOf } from './measure.ts'
import type { Result } from './results.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
/** Node.js's compile cache from an earlier start; see stack/boot.mjs. */
const COMPILED = 'node_modules/.cache/infra-compiled'
const BARE = "require('node:http').createServer((_, answer) => answer.end()).listen(process.argv[1])"

/**
 * Measures `npm start` until the page is served: the first time after installation, which builds the pages and creates the database, and the
 * second time. The reference, in the same run: creating and starting a database, then a bare Node.js server.
 */
export async function start(): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-bench-start-'))
  // Only we may read a folder of `mkdtemp`, but as root, PostgreSQL runs under another account.
  await chmod(folder, 0o755)
  try {
    const data = join(folder, 'data')
    for (const made of ['apps/web/dist', COMPILED])
      await rm(join(ROOT, made), { recursive: true, force: true })
    const cold = await serve(data)
    const warm = await serve(data)
    const reference = await startBare(join(folder, 'reference'))
    return {
      figures: [
        { what: 'cold', value: cold.seconds, unit: 's', atMost: 10 },
        { what: 'warm', value: warm.seconds, unit: 's', atMost: 3 },
        { what: 'initdb, PostgreSQL and a bare Node.js', value: reference, unit: 's' },
        { what: 'CPU of cold', value: cold.cpuSeconds, unit: 's, with stopping' },
        { what: 'CPU of warm', value: warm.cpuSeconds, unit: 's, with stopping' },
        { what: 'warm against the reference', value: warm.seconds / reference, unit: 'x' },
        { what: 'cold against the reference', value: cold.seconds / reference, unit: 'x' },
      ],
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function serve(data: string): Promise<{ seconds: number; cpuSeconds: number }> {
  const port = await freePort()
  const [cpuBefore, from] = [endedCpuMsOf(process.pid), performance.now()]
  const stack = spawn(process.execPath, [join(ROOT, 'stack/boot.mjs'), 'stack/src/start.ts'], {
    // The node is started after the page is served, and fetches weights for minutes.
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: data,
      RUN_NODE: 'false',
      NODE_COMPILE_CACHE: join(ROOT, COMPILED),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(stack, 'exit')
  await Promise.race([untilServed(port), gone.then(fallen)])
  const seconds = (performance.now() - from) / 1000
  stack.kill('SIGTERM')
  await gone
  return { seconds, cpuSeconds: (endedCpuMsOf(process.pid) - cpuBefore) / 1000 }
}

function fallen(): never {
  throw new Error('The stack ended before it served anything.')
}

async function startBare(folder: string): Promise<number> {
  const from = performance.now()
  const postgres = await startPostgres({ folder })
  const port = await freePort()
  const bare = spawn(process.execPath, ['-e', BARE, String(port)])
  await untilServed(port)
  const seconds = (performance.now() - from) / 1000
  bare.kill()
  await postgres.stop()
  await rm(postgres.folder, { recursive: true, force: true })
  return seconds
}

async function untilServed(port: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(20)
  }
}
