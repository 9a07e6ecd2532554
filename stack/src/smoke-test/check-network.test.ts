import { freePort } from '@infra/postgres/free-port'
import { expect, test } from 'vitest'
import { spawnStack } from '../test/spawned-stack.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { checkNetwork } from './check-network.ts'

test('[R-API-4] [R-API-5] [R-API-6] [R-API-9] after npm start, a newcomer runs all ten apps, and all figures agree', {
  timeout: 1_200_000,
}, async () => {
  const port = await freePort()
  const stack = spawnStack({ DATA_DIR: await temporaryFolder(), PORT: String(port) })
  await stack.ready()
  const lines: string[] = []
  await checkNetwork(`http://localhost:${port}`, (sentence) => lines.push(sentence))
  expect(lines).toContain('Receipts, feed, favourites, prices, figures, node and ledger agree.')
  expect(lines.at(-1)).toMatch(/^Ran seven more:/)
  stack.process.kill('SIGTERM')
  expect(await stack.exited).toBe(0)
})
