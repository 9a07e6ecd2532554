import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const ROOT = join(import.meta.dirname, '..')

/** The program as operators run it: real models, in a separate process. */
export async function startAgent(env: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'infra-e2e-node-'))
  const agent = spawn('node', [join(ROOT, 'apps/node/src/main.ts'), 'start'], {
    env: {
      // Weights are fetched once for all tests.
      WEIGHTS_CACHE: join(ROOT, 'node_modules/.cache/infra-weights'),
      ...process.env,
      API_URL: process.env.BASE_URL!,
      NODE_DATA_DIR: folder,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (chunk) => (printed += chunk))
  return {
    /** Waits until its output matches, and returns the match. */
    async says(words: RegExp): Promise<RegExpExecArray> {
      await expect.poll(() => printed, { timeout: 60_000 }).toMatch(words)
      return words.exec(printed)!
    },
    async stop() {
      if (agent.exitCode === null) {
        agent.kill('SIGTERM')
        await once(agent, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}
