import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { webFolder } from './test/servers/web-folder.ts'
import { startTestApi } from './test/start-test-api.ts'
import { listNotes, openTestEndpoints } from './test/test-endpoints.ts'

const DATABASE_URL = 'postgresql://someone:word@localhost/infra'

test('with only a database configured, the API listens on port 8080 of this machine', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({
    host: '127.0.0.1',
    port: 8080,
    publicUrl: new URL('http://localhost:8080'),
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_URL,
    databaseConnections: { calls: 10, longWork: 3 },
    apiPrefix: '/api',
    webDir: undefined,
    logLevel: 'info',
    trustedProxies: [],
    metricsToken: undefined,
    links: {
      x: 'https://x.com/',
      dex: 'https://dexscreener.com/ethereum',
      telegram: 'https://telegram.org/',
    },
  })
})

test('DATABASE_URL can be that of a pooler that DATABASE_DIRECT_URL bypasses', () => {
  const DATABASE_DIRECT_URL = 'postgresql://someone:word@a,b/infra'
  expect(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_CONNECTIONS: '4' })).toMatchObject({
    databaseUrl: DATABASE_URL,
    databaseDirectUrl: DATABASE_DIRECT_URL,
    databaseConnections: { calls: 2, longWork: 1 },
  })
})

test('the public URL is localhost with the configured port, unless it is set', () => {
  expect(readConfig({ DATABASE_URL, PORT: '9000' }).publicUrl.href).toBe('http://localhost:9000/')
  const PUBLIC_URL = 'https://infra.example'
  expect(readConfig({ DATABASE_URL, PORT: '9000', PUBLIC_URL }).publicUrl.origin).toBe(PUBLIC_URL)
})

test('an empty variable counts as not set', () => {
  const empty = { PORT: '', PUBLIC_URL: '', WEB_DIR: '', METRICS_TOKEN: '', X_URL: '' }
  expect(readConfig({ DATABASE_URL, ...empty })).toEqual(readConfig({ DATABASE_URL }))
})

test('trusts proxies by address or range', () => {
  expect(readConfig({ DATABASE_URL, TRUST_PROXY: 'false' }).trustedProxies).toEqual([])
  const TRUST_PROXY = '127.0.0.1, ::1,10.0.0.0/24, 2001:db8::/64'
  expect(readConfig({ DATABASE_URL, TRUST_PROXY }).trustedProxies).toEqual([
    '127.0.0.1',
    '::1',
    '10.0.0.0/24',
    '2001:db8::/64',
  ])
})

test.for([
  'true',
  '1',
  'yes',
  'loopback',
  'proxy.internal',
  '10.0.0.0/0',
  '::/0',
  '10.0.0.0/33',
  '10.0.0.0/24/8',
  '10.0.0/24',
  '10.0.0.1/',
  '127.0.0.1,true',
])('[finding S7] refuses TRUST_PROXY=%s, and says what to write', (TRUST_PROXY) => {
  const message = errorOf(() => readConfig({ DATABASE_URL, TRUST_PROXY }))
  expect(message).toContain('addresses or ranges of your proxies')
  expect(message).toContain('at TRUST_PROXY')
})

test('[finding S7] refuses a demo wallet or a development chain if others can reach the network, with the reason', () => {
  const settings = { DATABASE_URL, DEMO_WALLET: 'true', DEVNET_RPC_URL: 'http://127.0.0.1:8545' }
  for (const PUBLIC_URL of ['https://infra.example', 'http://192.168.1.20:8080']) {
    const message = errorOf(() => readConfig({ ...settings, PUBLIC_URL }))
    expect(message).toMatch(/demo wallet is for one machine.*\n.*at DEMO_WALLET/)
    expect(message).toMatch(/development chain is for one machine.*\n.*at DEVNET_RPC_URL/)
  }
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:8080', ''])
    expect(readConfig({ ...settings, PUBLIC_URL }).wallet.demo).toBe(true)
})

test('[R-WAL-5] Ethereum mainnet is the only chain unless a development chain is configured', () => {
  const mainnet = { id: 1, name: 'Ethereum', rpcUrl: null }
  expect(readConfig({ DATABASE_URL }).wallet).toEqual({
    chains: [mainnet],
    projectId: null,
    demo: false,
    behaviour: {
      autoInit: true,
      autoConnect: true,
      disconnectUnknownChain: true,
      reconnectToChain: false,
      logEnabled: false,
    },
  })
  const DEVNET_RPC_URL = 'http://127.0.0.1:8545'
  expect(readConfig({ DATABASE_URL, DEVNET_RPC_URL }).wallet.chains).toEqual([
    mainnet,
    // Through the API, because it only listens on its own machine.
    { id: 31_337, name: 'Infra devnet', rpcUrl: 'http://localhost:8080/api/rpc' },
  ])
})

test('staking needs both contract addresses and an RPC URL for the chain', () => {
  const STAKING_ADDRESS = '0x8ba1f109551bD432803012645Ac136ddd64DBA72'
  const STAKING_TOKEN_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7'
  expect(readConfig({ DATABASE_URL }).staking).toBeUndefined()
  const both = { DATABASE_URL, STAKING_ADDRESS, STAKING_TOKEN_ADDRESS }
  const place = { token: STAKING_TOKEN_ADDRESS, contract: STAKING_ADDRESS }
  expect(readConfig({ ...both, RPC_URL: 'https://rpc.example/' }).staking).toEqual({
    place: { ...place, chainId: 1, faucet: false },
    rpcUrl: 'https://rpc.example/',
  })
  const devnet = { STAKING_CHAIN_ID: '31337', DEVNET_RPC_URL: 'http://127.0.0.1:8545' }
  expect(readConfig({ ...both, ...devnet }).staking).toEqual({
    place: { ...place, chainId: 31_337, faucet: true },
    rpcUrl: 'http://127.0.0.1:8545',
  })

  expect(() => readConfig(both)).toThrow(/is needed beside[\s\S]*RPC_URL/)
  expect(() => readConfig({ ...both, STAKING_CHAIN_ID: '31337' })).toThrow(
    /is needed beside[\s\S]*DEVNET_RPC_URL/,
  )
  expect(() => readConfig({ DATABASE_URL, RPC_URL: 'https://rpc.example/', STAKING_ADDRESS })).toThrow(
    /is needed beside[\s\S]*STAKING_TOKEN_ADDRESS/,
  )
  expect(() => readConfig({ ...both, RPC_URL: 'https://rpc.example/', STAKING_CHAIN_ID: '5' })).toThrow(
    /STAKING_CHAIN_ID/,
  )
  // One letter has the wrong case.
  expect(() => readConfig({ ...both, STAKING_ADDRESS: STAKING_ADDRESS.replace('f', 'F') })).toThrow(
    /checksum/,
  )
})

test('does not tell browsers the API’s own RPC URL, which may contain a key', () => {
  const { wallet, links } = readConfig({ DATABASE_URL, RPC_URL: 'https://rpc.example/secret-key' })
  expect(JSON.stringify({ wallet, links })).not.toContain('secret-key')
})

test('files are stored in a folder, or in a bucket if all S3 settings are given', () => {
  expect(readConfig({ DATABASE_URL })).toMatchObject({ filesDir: resolve('.data/files'), s3: undefined })
  expect(readConfig({ DATABASE_URL, FILES_DIR: '/srv/files' }).filesDir).toBe('/srv/files')
  const s3 = {
    S3_ENDPOINT: 'https://s3.example.org',
    S3_BUCKET: 'infra-files',
    S3_REGION: 'us-east-1',
    S3_ACCESS_KEY_ID: 'someone',
    S3_SECRET_ACCESS_KEY: 'hush',
  }
  expect(readConfig({ DATABASE_URL, ...s3 }).s3).toEqual({
    endpoint: 'https://s3.example.org',
    bucket: 'infra-files',
    region: 'us-east-1',
    accessKeyId: 'someone',
    secretAccessKey: 'hush',
  })
  for (const name of Object.keys(s3)) {
    const message = errorOf(() => readConfig({ DATABASE_URL, ...s3, [name]: '' }))
    expect(message).toContain(`is needed beside the other S3 settings\n  → at ${name}`)
    expect(message).not.toContain('hush')
  }
})

test('chat through the network needs REFERENCE_OPERATORS, and cannot be combined with CHAT_MODEL_URL', () => {
  const engine = { DATABASE_URL: 'postgresql://localhost/infra', CHAT_ENGINE: 'network' }
  expect(errorOf(() => readConfig(engine))).toContain('needs REFERENCE_OPERATORS')
  const operators = { ...engine, REFERENCE_OPERATORS: `0x${'1'.repeat(40)}` }
  expect(readConfig(operators).speaksThroughNodes).toBe(true)
  const both = { ...operators, CHAT_MODEL_URL: 'http://localhost:11434/v1', CHAT_MODEL_NAME: 'one' }
  expect(errorOf(() => readConfig(both))).toContain('cannot be set beside CHAT_MODEL_URL')
})

test('names all bad variables at once', () => {
  const bad = {
    DATABASE_URL: 'mysql://localhost/infra',
    DATABASE_DIRECT_URL: 'postgresql://a,,b/infra',
    DATABASE_CONNECTIONS: '3',
    PORT: '70000',
    PUBLIC_URL: 'infra.example',
    API_PREFIX: 'api/',
    LOG_LEVEL: 'loud',
    TRUST_PROXY: 'perhaps',
    METRICS_TOKEN: 'short',
    RPC_URL: 'wss://rpc.example',
    WALLETCONNECT_PROJECT_ID: 'mine',
    MODERATORS: '0x12',
    S3_BUCKET: '../hush',
    X_URL: 'javascript:alert(1)',
    DEX_URL: 'data:text/html,x',
    TELEGRAM_URL: 'telegram',
  }
  const message = errorOf(() => readConfig(bad))
  for (const name of Object.keys(bad)) expect(message).toContain(`at ${name}`)
  expect(errorOf(() => readConfig({}))).toContain('DATABASE_URL')
})

test('an error message does not repeat the value, which may be a secret', () => {
  const message = errorOf(() => readConfig({ DATABASE_URL: 'mysql://me:hush@db', METRICS_TOKEN: 'quiet' }))
  expect(message).not.toMatch(/hush|quiet/)
})

test('[R-API-10] serves the API under the configured prefix, and puts it into the page', async () => {
  const { origin, call } = await startTestApi({
    addRoutes: openTestEndpoints,
    env: { API_PREFIX: '/network/v1', WEB_DIR: await webFolder() },
  })

  expect(await call(listNotes, { query: { limit: 2 } })).toEqual({ limit: 2 })
  expect((await fetch(`${origin}/network/v1/test/notes`)).status).toBe(200)
  expect((await fetch(`${origin}/network/v1/unknown`)).status).toBe(404)
  expect(await (await fetch(`${origin}/network/v1/openapi.json`)).json()).toMatchObject({
    servers: [{ url: '/network/v1' }],
  })
  expect(await (await fetch(`${origin}/network/v1/docs`)).text()).toContain('href="/network/v1/docs.css"')
  expect(await (await fetch(origin)).text()).toContain('"apiPrefix":"/network/v1"')
  // The web app answers addresses that are no longer the API's.
  expect((await fetch(`${origin}/api/test/notes`)).headers.get('content-type')).toMatch(/^text\/html/)
})

function errorOf(read: () => unknown): string {
  try {
    read()
  } catch (error) {
    return String(error)
  }
  throw new Error('There was nothing to complain about.')
}

test('[R-WAL-4] the operator can configure how wallets behave, and the defaults follow the specification', () => {
  expect(readConfig({ DATABASE_URL }).wallet.behaviour).toEqual({
    autoInit: true,
    autoConnect: true,
    disconnectUnknownChain: true,
    reconnectToChain: false,
    logEnabled: false,
  })
  const settings = {
    WALLET_AUTO_INIT: 'false',
    WALLET_AUTO_CONNECT: 'false',
    WALLET_DISCONNECT_UNKNOWN_CHAIN: 'false',
    WALLET_RECONNECT_TO_CHAIN: 'true',
    WALLET_LOG: 'true',
  }
  expect(readConfig({ DATABASE_URL, ...settings }).wallet.behaviour).toEqual({
    autoInit: false,
    autoConnect: false,
    disconnectUnknownChain: false,
    reconnectToChain: true,
    logEnabled: true,
  })
})
