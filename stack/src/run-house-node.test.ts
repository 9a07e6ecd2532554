import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './root.ts'
import { environmentOfNode, originOnThisMachine } from './run-house-node.ts'

/** Every setting that the example names, but for those of the node agent. */
function settingsOfTheNetwork(): string[] {
  const [network] = readFileSync(join(ROOT, '.env.example'), 'utf8').split('# The node agent')
  return [...network!.matchAll(/^(?:# )?([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
}

test("[finding S20] the bundled node is told nothing of the network's settings and keys", () => {
  const names = settingsOfTheNetwork()
  expect(names).toEqual(expect.arrayContaining(['S3_SECRET_ACCESS_KEY', 'METRICS_TOKEN', 'CHAT_MODEL_KEY']))
  const environment = Object.fromEntries([...names, 'AWS_SECRET_ACCESS_KEY'].map((name) => [name, 'secret']))

  expect(
    environmentOfNode({ ...environment, PATH: '/bin', WEIGHTS_MIRROR: 'https://mirror.example' }),
  ).toEqual({
    PATH: '/bin',
    WEIGHTS_MIRROR: 'https://mirror.example',
  })
})

test.for([
  ['0.0.0.0', 'http://127.0.0.1:8080'],
  ['::', 'http://[::1]:8080'],
  ['127.0.0.1', 'http://127.0.0.1:8080'],
] as const)('the bundled node of a network that listens on %s dials %s', ([host, origin]) => {
  expect(originOnThisMachine(host, 8080)).toBe(origin)
})
