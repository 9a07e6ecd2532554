// @vitest-environment happy-dom
import { CONFIGURATION_BLOCK_ID, WebConfiguration } from '@infra/protocol/pages/configuration'
import { afterEach, expect, test, vi } from 'vitest'
import { readConfiguration } from './configuration.ts'

const wallet = { chains: [{ id: 1, name: 'Ethereum', rpcUrl: null }], projectId: null, demo: false }
const behaviour = {
  autoInit: false,
  autoConnect: true,
  disconnectUnknownChain: false,
  reconnectToChain: true,
  logEnabled: true,
}
const staking = null
const contract = `0x${'a1'.repeat(20)}`
const place = { chainId: 31_337, token: contract, contract, faucet: true }
const links = { x: 'https://x.com/infra', dex: 'https://dex.example/pair', telegram: 'https://t.me/infra' }

function pageWith(block: string): Document {
  document.body.innerHTML = `<script type="application/json" id="${CONFIGURATION_BLOCK_ID}">${block}</script>`
  return document
}

afterEach(() => {
  document.body.innerHTML = ''
  vi.restoreAllMocks()
})

test('[R-API-10] the configuration is what the API wrote into the page', () => {
  const written = { apiPrefix: 'https://api.example/v1', links, wallet, staking: place }
  expect(readConfiguration(pageWith(JSON.stringify(written)))).toEqual(written)
})

test('[R-API-10] without a configuration from the API, the prefix is /api and there are no addresses', () => {
  expect(readConfiguration(pageWith('{}'))).toEqual({ apiPrefix: '/api' })
  document.body.innerHTML = ''
  expect(readConfiguration(document)).toEqual({ apiPrefix: '/api' })
})

const blocks: [string, unknown][] = [
  ['complete', { apiPrefix: '/api', links, wallet, staking }],
  ['an empty prefix', { apiPrefix: '', links, wallet, staking }],
  ['an extra field', { apiPrefix: '/api', links, wallet, later: 1, staking }],
  ['no links', { apiPrefix: '/api', wallet, staking }],
  ['no wallet', { apiPrefix: '/api', links, staking }],
  ['no staking', { apiPrefix: '/api', links, wallet }],
  ['a staking contract', { apiPrefix: '/api', links, wallet, staking: place }],
  ['no chain', { apiPrefix: '/api', links, wallet: { ...wallet, chains: [] }, staking }],
  [
    'a chain without an id',
    { apiPrefix: '/api', links, wallet: { ...wallet, chains: [{ name: 'x', rpcUrl: null }] }, staking },
  ],
  [
    'a chain with an invalid RPC URL',
    { apiPrefix: '/api', links, wallet: { ...wallet, chains: [{ id: 1, name: 'x', rpcUrl: 'x' }] }, staking },
  ],
  ['a project id', { apiPrefix: '/api', links, wallet: { ...wallet, projectId: 'ab' }, staking }],
  [
    'a project id that is a number',
    { apiPrefix: '/api', links, wallet: { ...wallet, projectId: 7 }, staking },
  ],
  ['a demo flag that is a string', { apiPrefix: '/api', links, wallet: { ...wallet, demo: 'yes' }, staking }],
  ['a behaviour', { apiPrefix: '/api', links, wallet: { ...wallet, behaviour }, staking }],
  [
    'an incomplete behaviour',
    { apiPrefix: '/api', links, wallet: { ...wallet, behaviour: { autoInit: true } }, staking },
  ],
  [
    'a behaviour that is a string',
    { apiPrefix: '/api', links, wallet: { ...wallet, behaviour: 'calm' }, staking },
  ],
  [
    'a behaviour with a number as a flag',
    { apiPrefix: '/api', links, wallet: { ...wallet, behaviour: { ...behaviour, logEnabled: 1 } }, staking },
  ],
  ['a missing link', { apiPrefix: '/api', wallet, links: { x: links.x, dex: links.dex }, staking }],
  ['a link that isn’t a URL', { apiPrefix: '/api', wallet, links: { ...links, x: 'infra' }, staking }],
  ['a link that is a number', { apiPrefix: '/api', wallet, links: { ...links, x: 7 }, staking }],
  ['no prefix', { links, wallet, staking }],
  ['a prefix that is a number', { apiPrefix: 1, links, wallet, staking }],
  ['an array', [1]],
  ['null', null],
  ['a string', 'api'],
]

test.each(blocks)('the hand-written check agrees with the protocol’s schema: %s', (_, block) => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const read = readConfiguration(pageWith(JSON.stringify(block)))
  const checked = WebConfiguration.safeParse(block)
  expect(read).toMatchObject(checked.success ? checked.data : { apiPrefix: '/api' })
  expect(complaint).toHaveBeenCalledTimes(checked.success ? 0 : 1)
})

test('a block that isn’t JSON is logged, and the page goes on with the defaults', () => {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(readConfiguration(pageWith('{"apiPrefix":'))).toEqual({ apiPrefix: '/api' })
  expect(complaint).toHaveBeenCalledTimes(1)
})
