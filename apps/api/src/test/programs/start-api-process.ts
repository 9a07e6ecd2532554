import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { onFinished } from '../on-finished.ts'

const MAIN = join(import.meta.dirname, '../../main.ts')

/** The API as a process of its own on the same database, to be killed. */
export async function startApiProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<{ origin: string; kill: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-api-'))
  const port = await freePort()
  const env = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    FILES_DIR: folder,
    LOG_LEVEL: 'silent',
    ...settings,
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: 'ignore' })
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  onFinished(async () => {
    await kill()
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${port}`
  // Longer than `eventually` waits: a process that starts reads all of its source.
  await vi.waitFor(async () => expect((await fetch(`${origin}/readyz`)).status).toBe(200), {
    timeout: 180_000,
    interval: 100,
  })
  return { origin, kill }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
