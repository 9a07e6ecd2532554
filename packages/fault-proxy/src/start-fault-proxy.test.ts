import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type FaultProxy, startFaultProxy } from './start-fault-proxy.ts'

const ANSWER = 'x'.repeat(2_000)

async function proxied(): Promise<FaultProxy> {
  const server = createServer((_request, response) => response.end(ANSWER)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const proxy = await startFaultProxy(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(async () => {
    await proxy.close()
    server.closeAllConnections()
    server.close()
  })
  return proxy
}

/** Each request has its own connection. */
async function fetchThrough({ url }: FaultProxy, ms = 5_000): Promise<string> {
  const request = { headers: { connection: 'close' }, signal: AbortSignal.timeout(ms) }
  try {
    return await (await fetch(url, request)).text()
  } catch (error) {
    const { name, cause } = error as { name: string; cause?: { code?: string } }
    return cause?.code ?? name
  }
}

test('passes responses whole before a fault and after it', async () => {
  const proxy = await proxied()
  expect(await fetchThrough(proxy)).toBe(ANSWER)
  for (const kind of ['refuse', 'reset', 'blackhole'] as const) {
    await proxy.inject({ kind })
    expect(await fetchThrough(proxy, 500)).not.toBe(ANSWER)
    await proxy.restore()
    expect(await fetchThrough(proxy)).toBe(ANSWER)
  }
})

test('each fault fails as its name says', async () => {
  const proxy = await proxied()
  await proxy.inject({ kind: 'refuse' })
  expect(await fetchThrough(proxy)).toBe('ECONNREFUSED')
  await proxy.inject({ kind: 'reset' })
  expect(await fetchThrough(proxy)).toMatch(/ECONNRESET|UND_ERR_SOCKET/)
  await proxy.inject({ kind: 'blackhole' })
  expect(await fetchThrough(proxy, 300)).toBe('TimeoutError')
  await proxy.inject({ kind: 'cut', afterBytes: 500 })
  expect(await fetchThrough(proxy)).toMatch(/ECONNRESET|UND_ERR_SOCKET|MISMATCH/)
})

test('latency and trickle delay a response but lose nothing', async () => {
  const proxy = await proxied()
  await proxy.inject({ kind: 'latency', ms: 100 })
  expect(await fetchThrough(proxy, 60)).toBe('TimeoutError')
  expect(await fetchThrough(proxy)).toBe(ANSWER)
  await proxy.inject({ kind: 'trickle', bytesPerSecond: 4_000 })
  expect(await fetchThrough(proxy, 200)).toBe('TimeoutError')
  expect(await fetchThrough(proxy)).toBe(ANSWER)
})
