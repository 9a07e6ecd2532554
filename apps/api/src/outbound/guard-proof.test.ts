import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type LookupFunction } from 'node:net'
import { expect, test, vi } from 'vitest'
import { seeded } from '../test/inputs/make-value.ts'
import { onFinished } from '../test/on-finished.ts'
import type * as FindTarget from './find-target.ts'
import type * as OpenAddresses from './open-addresses.ts'
import { openOutbound } from './open-outbound.ts'
import type { ResolveHost } from './resolve-host.ts'

const ADDRESSES = 200

/** The only address that the operator allows. All others of this machine stand for a private network. */
const OPEN = '127.0.0.2'

/** Resolves a name for the sabotage, which resolves it again instead of using the checked address. */
const names = vi.hoisted(() => ({ resolve: async (_name: string): Promise<string[]> => [] }))

/** `PROOF_SABOTAGE` removes one protection; the test must then fail. */
vi.mock('./find-target.ts', async (original) => {
  const real = await original<typeof FindTarget>()
  // Resolves the name again to connect.
  const lookupAgain = (): LookupFunction => (name, _options, done) =>
    void names.resolve(name).then((addresses) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    )
  return { ...real, ...(process.env.PROOF_SABOTAGE === 'guard_pin' && { lookupAmong: lookupAgain }) }
})
vi.mock('./open-addresses.ts', async (original) => {
  const real = await original<typeof OpenAddresses>()
  // Every address is allowed.
  const openAll = (allow: readonly string[]) => ({ ...real.openAddresses(allow), isOpen: () => true })
  return { ...real, ...(process.env.PROOF_SABOTAGE === 'guard_ranges' && { openAddresses: openAll }) }
})

const random = seeded(7)
const upTo = (count: number) => Math.floor(random() * count)

/** The many ways to write an address of this machine. */
const spellings: ((parts: number[]) => string)[] = [
  (parts) => parts.join('.'),
  (parts) => `${parts.join('.')}.`,
  ([a, b, c, d]) => `${a}.${b}.${c! * 256 + d!}`,
  ([a, b, c, d]) => `${a}.${(b! * 256 + c!) * 256 + d!}`,
  (parts) => String(numberOf(parts)),
  (parts) => `0x${numberOf(parts).toString(16)}`,
  (parts) => parts.map((part) => `0x${part.toString(16)}`).join('.'),
  (parts) => parts.map((part) => `0${part.toString(8)}`).join('.'),
  (parts) => encodeURIComponent(parts.join('.')).replaceAll(/\d/g, (digit) => `%3${digit}`),
  (parts) => parts.join('。').replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
  (parts) => `[::ffff:${parts.join('.')}]`,
  (parts) => `[::ffff:${hexOf(parts)}]`,
  (parts) => `[0:0:0:0:0:ffff:${hexOf(parts)}]`,
  (parts) => `[::${hexOf(parts)}]`,
  (parts) => `[64:ff9b::${hexOf(parts)}]`,
  (parts) => `[2002:${hexOf(parts)}::]`,
  () => '[::1]',
  () => '[0:0:0:0:0:0:0:1]',
  () => '0.0.0.0',
  () => '[::]',
  () => ['localhost', 'LOCALHOST', 'localhost.', 'any.localhost'][upTo(4)]!,
]
const numberOf = (parts: number[]) => parts.reduce((sum, part) => sum * 256 + part, 0)
const hexOf = ([a, b, c, d]: number[]) => `${(a! * 256 + b!).toString(16)}:${(c! * 256 + d!).toString(16)}`

/** A random address of this machine other than the allowed one. */
const insideParts = () => [127, upTo(256), upTo(256), 3 + upTo(250)]

/** A malicious name server's first and second answer. */
const answers: (() => [string[], string[]])[] = [
  // A private address at once.
  () => [[insideParts().join('.')], [insideParts().join('.')]],
  () => [['::1'], ['::1']],
  () => [[`::ffff:${insideParts().join('.')}`], ['127.0.0.1']],
  // The allowed address first, and a private one after it was checked.
  () => [[OPEN], [insideParts().join('.')]],
  () => [[OPEN, insideParts().join('.')], [insideParts().join('.')]],
  () => [[insideParts().join('.'), OPEN], ['::1']],
]

let inside = 0
/** Listens at every address of this machine, and counts connections to any address but the permitted one. */
async function listenEverywhere(): Promise<number> {
  const count = ({ localAddress = '' }: { localAddress?: string }) => {
    if (localAddress.replace('::ffff:', '') !== OPEN) inside++
  }
  const server = createTcpServer((socket) => {
    count(socket)
    socket.on('error', () => {})
    socket.destroy()
  }).listen(0, '::')
  await once(server, 'listening')
  onFinished(async () => void server.close())
  return (server.address() as AddressInfo).port
}

/** Starts an allowed host that redirects its callers. */
async function startRedirector(): Promise<{ url: string; sendTo: (place: string) => void }> {
  let location = ''
  let calls = 0
  const server = createServer((_request, response) => {
    response.writeHead([301, 302, 303, 307, 308][calls++ % 5]!, { location }).end()
  }).listen(0, OPEN)
  await once(server, 'listening')
  onFinished(async () => {
    server.closeAllConnections()
    server.close()
  })
  const sendTo = (place: string) => {
    // A header can contain only ASCII.
    location = place.replaceAll(/[^ -~]/gu, encodeURIComponent)
  }
  return { url: `http://${OPEN}:${(server.address() as AddressInfo).port}/`, sendTo }
}

const port = await listenEverywhere()
const redirector = await startRedirector()

/** Calls the URL as a webhook and as a fetched input. Names resolve to `first`, and to `second` from then on. */
async function callBoth(url: string, [first, second]: [string[], string[]] = [[], []]): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for (const way of ['webhook', 'fetch'] as const) {
    let requests = 0
    const resolve: ResolveHost = async (name) =>
      /^(.+\.)?localhost\.?$/i.test(name) ? ['127.0.0.1', '::1'] : requests++ === 0 ? first : second
    names.resolve = (name) => resolve(name, new AbortController().signal)
    const outbound = openOutbound({ allow: [OPEN], resolve, timeoutMs: 5_000 })
    const result =
      way === 'webhook'
        ? await outbound.post({ url, headers: {}, body: Buffer.from('{}') })
        : await outbound.fetchFile({ url, owner: 'one', bytesMax: 1, userAgent: 'x', admit: async () => {} })
    outcomes.push(result.failure ?? 'answered')
  }
  return outcomes
}

test(`${ADDRESSES} addresses, called as webhook and as fetched input, never reach a private address`, {
  retry: 0,
}, async () => {
  const scheme = () => (upTo(4) === 0 ? 'http' : 'https')
  for (let count = 0; count < ADDRESSES; count++) {
    const literal = `${scheme()}://${spellings[count % spellings.length]!(insideParts())}:${port}/`
    const named = `${scheme()}://name-${count}.example:${port}/`
    const leads = answers[count % answers.length]!()
    const outcomes = [await callBoth(literal), await callBoth(named, leads)]
    for (const place of [literal, named]) {
      redirector.sendTo(place)
      outcomes.push(await callBoth(redirector.url, leads))
    }
    expect({ literal, leads, inside }).toEqual({ literal, leads, inside: 0 })
    expect(outcomes.flat()).not.toContain('answered')
  }
})

test('the listener counts every connection to a private address', async () => {
  const before = inside
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed')
  await expect(fetch(`http://[::1]:${port}/`)).rejects.toThrow('fetch failed')
  await expect(fetch(`http://${OPEN}:${port}/`)).rejects.toThrow('fetch failed')
  expect(inside - before).toBe(2)
})
