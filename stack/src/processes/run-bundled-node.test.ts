import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { ROOT } from '../root.ts'
import { originOnThisMachine, runBundledNode } from './run-bundled-node.ts'
import { runNode } from './run-program.ts'

vi.mock('./run-program.ts', () => ({ runNode: vi.fn() }))
vi.mock('./bundled-operator.ts', () => ({ linkTokenOfOperator: async () => 'link token' }))
afterEach(() => void vi.unstubAllEnvs())

/** Every setting in the example, except those of the node agent. */
function settingsOfTheNetwork(): string[] {
  const [network] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('# The node agent')
  return [...network!.matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
}

test("[finding S20] the bundled node gets none of the network's settings and keys", async () => {
  const names = settingsOfTheNetwork()
  expect(names).toEqual(expect.arrayContaining(['S3_SECRET_ACCESS_KEY', 'METRICS_TOKEN', 'CHAT_MODEL_KEY']))
  for (const name of [...names, 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'secret')
  vi.stubEnv('WEIGHTS_MIRROR', 'https://mirror.example')

  const config = { dataDir: '/data', logLevel: 'info', host: '127.0.0.1', port: 8080 } as const
  await runBundledNode({ ...config, publicUrl: 'https://infra.example' }, () => {})

  const [environment] = vi.mocked(runNode).mock.calls[0]!
  expect(Object.values(environment)).not.toContain('secret')
  expect(environment).toMatchObject({
    PATH: process.env.PATH,
    WEIGHTS_MIRROR: 'https://mirror.example',
    LINK_TOKEN: 'link token',
    NETWORK_URL: 'https://infra.example',
  })
})

test.for([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
] as const)('the bundled node of a network that listens on %s connects to %s', ([host, origin]) => {
  expect(originOnThisMachine(host, 8080)).toBe(origin)
})
