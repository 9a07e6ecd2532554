import type { Page, Route } from '@playwright/test'
import {
  createPublicClient,
  createWalletClient,
  type Hash,
  type Hex,
  http,
  keccak256,
  parseTransaction,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

const devnet = {
  id: 31_337,
  name: 'Infra devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

const rpcUrl = () => `${process.env.BASE_URL}/api/rpc`

/** The devnet, called directly and not through the page. */
export const chain = () => chainAt(rpcUrl())

export const chainAt = (url: string) => createPublicClient({ chain: devnet, transport: http(url) })

/** The page's demo wallet, used elsewhere, like a person who has the same account in another program. */
export async function sameWallet(page: Page) {
  const kept = await page.evaluate(() => localStorage.getItem('infra.demo-wallet'))
  return walletWith((JSON.parse(kept ?? '{}') as { privateKey: Hex }).privateKey)
}

export function walletWith(privateKey: Hex) {
  return walletOf(privateKeyToAccount(privateKey), rpcUrl())
}

export function walletOf(account: PrivateKeyAccount, url: string) {
  return createWalletClient({ account, chain: devnet, transport: http(url) })
}

interface RpcRequest {
  id: number
  method: string
  params?: [Hex]
}

/** Handles some of the page's requests to the chain; the others pass. */
export async function answerForChain(
  page: Page,
  answer: (request: RpcRequest, route: Route) => unknown,
): Promise<void> {
  await page.route('**/api/rpc', async (route) => {
    const request = route.request().postDataJSON() as RpcRequest
    const result = await answer(request, route)
    if (result === undefined) return route.fallback()
    await route.fulfill({ json: { jsonrpc: '2.0', id: request.id, result } })
  })
}

/** A chain that receives what the page sends, but mines none of it until the test asks for it. */
export async function holdTransactions(page: Page) {
  const held = new Map<Hash, Hex>()
  const from = (await sameWallet(page)).account.address
  await answerForChain(page, ({ method, params: [given] = ['0x'] }) => {
    if (method === 'eth_sendRawTransaction') {
      held.set(keccak256(given), given)
      return keccak256(given)
    }
    const raw = method === 'eth_getTransactionByHash' ? held.get(given) : undefined
    return raw && pendingTransaction(given, raw, from)
  })
  return {
    async release() {
      const sent = [...held.values()]
      held.clear()
      for (const serializedTransaction of sent) await chain().sendRawTransaction({ serializedTransaction })
    },
  }
}

function pendingTransaction(hash: Hash, raw: Hex, from: Hex) {
  const { nonce = 0, to, data } = parseTransaction(raw)
  return {
    ...{ hash, from, to, input: data, nonce: `0x${nonce.toString(16)}`, value: '0x0', gas: '0x0' },
    ...{ blockHash: null, blockNumber: null, transactionIndex: null, type: '0x2', chainId: '0x7a69' },
  }
}
