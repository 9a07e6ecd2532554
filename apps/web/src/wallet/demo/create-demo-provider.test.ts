// @vitest-environment happy-dom
import { type Hex, recoverMessageAddress, stringToHex, verifyTypedData } from 'viem'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refuseStorage } from '../../api/test-storage.ts'
import { createApprovals } from './approvals.ts'
import { createDemoProvider } from './create-demo-provider.ts'

const mainnet = { id: 1, name: 'Ethereum' }
const devnet = { id: 31337, name: 'Infra devnet', rpcUrl: 'http://127.0.0.1:8545' }
const to = '0x00000000000000000000000000000000000000B0'

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function demo(chains: Parameters<typeof createDemoProvider>[0] = [mainnet, devnet]) {
  const approvals = createApprovals()
  const provider = createDemoProvider(chains, approvals)
  const ask = (method: string, ...params: unknown[]) => provider.request({ method, params })
  /** Sends a request, and responds to the question that results. */
  async function answered(isApproved: boolean, method: string, ...params: unknown[]) {
    const asked = ask(method, ...params)
    await vi.waitFor(() => approvals.open.get()[0]!.answer(isApproved))
    return asked
  }
  const link = async () => ((await answered(true, 'eth_requestAccounts')) as string[])[0]!
  return { provider, approvals, ask, answered, link }
}

const code = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: number }) => error.code,
  )

test('the account is hidden until the user approves, and is then stored with its key', async () => {
  const { ask, link } = demo()
  expect(await ask('eth_accounts')).toEqual([])
  const address = await link()
  expect(await ask('eth_accounts')).toEqual([address])
  expect(await demo().ask('eth_accounts')).toEqual([address])
})

test('revoking unlinks the page, reports that, and keeps the account', async () => {
  const { provider, ask, link } = demo()
  const address = await link()
  const changed = vi.fn()
  provider.on('accountsChanged', changed)
  await ask('wallet_revokePermissions', { eth_accounts: {} })
  expect(changed).toHaveBeenCalledWith([])
  expect(await ask('eth_accounts')).toEqual([])
  expect(await demo().link()).toBe(address)
})

test('[K44] a user can reject linking, signing and sending: 4001', async () => {
  const { answered, link } = demo()
  expect(await code(answered(false, 'eth_requestAccounts'))).toBe(4001)
  const address = await link()
  expect(await code(answered(false, 'personal_sign', '0x00', address))).toBe(4001)
  expect(await code(answered(false, 'eth_sendTransaction', { from: address, to }))).toBe(4001)
})

test('a second request to link while one is open is refused: -32002', async () => {
  const { ask, approvals } = demo()
  const first = ask('eth_requestAccounts')
  expect(await code(ask('eth_requestAccounts'))).toBe(-32002)
  approvals.open.get()[0]!.answer(true)
  expect(await code(first)).toBe('fine')
})

test('a message is shown as it will be signed, and signed by the account', async () => {
  const { ask, approvals, link } = demo()
  const address = await link()
  const asked = ask('personal_sign', stringToHex('Welcome! ✓'), address)
  await vi.waitFor(() => expect(approvals.open.get()[0]?.content).toBe('Welcome! ✓'))
  approvals.open.get()[0]!.answer(true)
  const signature = (await asked) as Hex
  expect(await recoverMessageAddress({ message: 'Welcome! ✓', signature })).toBe(address)
})

test('bytes that are not text are shown as hex', async () => {
  const { ask, approvals, link } = demo()
  const address = await link()
  void ask('personal_sign', '0xff00', address)
  await vi.waitFor(() => expect(approvals.open.get()[0]?.content).toBe('0xff00'))
})

test('typed data is signed by the account', async () => {
  const { answered, link } = demo()
  const address = (await link()) as Hex
  const data = {
    domain: { name: 'Infra', chainId: 31337 },
    types: { EIP712Domain: [], Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'Hello' },
  } as const
  const signature = (await answered(true, 'eth_signTypedData_v4', address, JSON.stringify(data))) as Hex
  expect(await verifyTypedData({ ...data, address, signature })).toBe(true)
})

test.each([
  ['eth_sign', 4200],
  ['eth_signTransaction', 4200],
  ['wallet_addEthereumChain', 4200],
  ['wallet_requestPermissions', 4200],
  ['debug_traceCall', 4200],
])('%s is refused: %i', async (method, refusal) => {
  const { ask, link } = demo()
  const address = await link()
  expect(await code(ask(method, address, '0x00'))).toBe(refusal)
})

test('nothing is signed for a page that isn’t linked, or by another account: 4100', async () => {
  const { ask, link } = demo()
  expect(await code(ask('personal_sign', '0x00', to))).toBe(4100)
  await link()
  expect(await code(ask('personal_sign', '0x00', to))).toBe(4100)
})

test('the wallet starts on the development chain, switches to configured chains, and refuses others: 4902', async () => {
  const { provider, ask } = demo()
  const moved = vi.fn()
  provider.on('chainChanged', moved)
  expect(await ask('eth_chainId')).toBe('0x7a69')
  await ask('wallet_switchEthereumChain', { chainId: '0x1' })
  expect(await ask('eth_chainId')).toBe('0x1')
  expect(moved.mock.calls).toEqual([['0x1']])
  expect(await code(ask('wallet_switchEthereumChain', { chainId: '0x89' }))).toBe(4902)
  expect(await demo().ask('eth_chainId')).toBe('0x1')
})

test('[R-WAL-5] a transaction for mainnet is refused without a question, even if mainnet has an RPC address', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  const { ask, approvals, link } = demo([{ ...mainnet, rpcUrl: 'http://127.0.0.1:8545' }])
  const address = await link()
  expect(await code(ask('eth_sendTransaction', { from: address, to, value: '0x1' }))).toBe(4901)
  expect(approvals.open.get()).toEqual([])
  expect(fetched).not.toHaveBeenCalled()
})

test('a transaction that names another chain than the current one is refused: 4901', async () => {
  const { ask, link } = demo()
  const address = await link()
  expect(await code(ask('eth_sendTransaction', { from: address, to, chainId: '0x1' }))).toBe(4901)
})

test('without a development chain, reads are refused: 4901', async () => {
  expect(await code(demo([mainnet]).ask('eth_blockNumber'))).toBe(4901)
})

test('reads go to the development chain', async () => {
  const fetched = vi
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x2a' }))
  expect(await demo().ask('eth_blockNumber')).toBe('0x2a')
  expect(String(fetched.mock.calls[0]![0])).toContain(devnet.rpcUrl)
})

/** A node of the chain with this id, and the requests that it received. */
function simulateRpc(chainId: Hex): string[] {
  const asked: string[] = []
  const answers: Record<string, unknown> = {
    eth_chainId: chainId,
    eth_getTransactionCount: '0x0',
    eth_maxPriorityFeePerGas: '0x1',
    eth_getBlockByNumber: { baseFeePerGas: '0x1', number: '0x1', transactions: [] },
    eth_sendRawTransaction: `0x${'ab'.repeat(32)}`,
  }
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, request) => {
    const { id, method } = JSON.parse(String(request?.body))
    asked.push(method)
    return Response.json({ jsonrpc: '2.0', id, result: answers[method] })
  })
  return asked
}

const payment = { to, value: '0x1', gas: '0x5208' }

test('an approved transaction goes to the development chain', async () => {
  const asked = simulateRpc('0x7a69')
  const { answered, link } = demo()
  const address = await link()
  expect(await answered(true, 'eth_sendTransaction', { ...payment, from: address })).toBe(
    `0x${'ab'.repeat(32)}`,
  )
  expect(asked).toContain('eth_sendRawTransaction')
})

test('[R-WAL-5] a transaction is not sent if another chain answers for the development chain', async () => {
  const asked = simulateRpc('0x1')
  const { answered, link } = demo()
  const address = await link()
  expect(await code(answered(true, 'eth_sendTransaction', { ...payment, from: address }))).toBe(4901)
  expect(asked).toEqual(['eth_chainId'])
})

test.each([
  ['blocked', ['getItem', 'setItem'], 'SecurityError'],
  ['full', ['setItem'], 'QuotaExceededError'],
] as const)(
  'with storage that is %s, the wallet lasts as long as the page',
  async (_state, methods, name) => {
    const refused = refuseStorage(methods, name)
    const { ask, link } = demo()
    const address = await link()
    expect(refused).toHaveBeenCalled()
    expect(await ask('eth_accounts')).toEqual([address])
  },
)

test.each(['no json', '{"privateKey":"0x12","chainId":"x"}', '[]', '17'])(
  'damaged storage (%s) is replaced',
  async (kept) => {
    localStorage.setItem('infra.demo-wallet', kept)
    const { ask, link } = demo()
    expect(await link()).toMatch(/^0x[0-9a-fA-F]{40}$/)
    expect(await ask('eth_chainId')).toBe('0x7a69')
  },
)
