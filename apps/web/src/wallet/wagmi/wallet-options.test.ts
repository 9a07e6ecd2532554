import { expect, test } from 'vitest'
import { listOptions } from './wallet-options.ts'

const browser = { id: 'injected', name: 'Browser wallet' }
const fox = { id: 'io.fox', name: 'Fox' }
const demo = { id: 'network.infra.demo', name: 'Demo wallet' }

test.each([
  ['a browser without wallets', [browser], false, []],
  ['window.ethereum', [browser], true, ['injected']],
  ['window.ethereum provided by Fox', [browser, fox], true, ['announced']],
  ['the demo wallet', [browser, demo], false, ['demo']],
  ['the demo wallet and window.ethereum', [browser, demo], true, ['demo', 'injected']],
  ['the demo wallet and Fox', [browser, demo, fox], true, ['demo', 'announced']],
])('lists the wallets for %s', (_found, connectors, hasInjected, kinds) => {
  const options = listOptions(connectors, { hasInjected, demoId: demo.id })
  expect(options.map(({ kind }) => kind)).toEqual(kinds)
})
