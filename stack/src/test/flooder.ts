import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { signInNode } from '@infra/hand-node/sign-in'
import { createClient } from '@infra/protocol/client'
import { exchangeSignature, requestChallenge } from '@infra/protocol/sessions'
import { privateKeyToAccount } from 'viem/accounts'
import { type FloodRequest, floodRequests } from './flood-requests.ts'
import { FLOODING_NODE_APPS, type Flooded, type FloodOrder } from './start-flooder.ts'

const AT_ONCE = 32

/** For each endpoint with streams; more than any network may have. */
const STREAMS_TRIED = 300

/** How long to wait for a response: long polls are given up early, and large files get longer except in the short form. */
const TIMEOUT_MS = 2_000
const FILE_TIMEOUT_MS = 15_000
const FILE_BYTES = 4_000_000

const SESSION_ENDS_EVERY_MS = 10_000

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })

interface Answer {
  status: string
  isFailure: boolean
}

class Flood {
  readonly flooded: Flooded = {
    sent: 0,
    endpoints: 0,
    statuses: {},
    failures: [],
    slowest: [],
    streamsHeld: 0,
    streamsRefused: 0,
  }
  readonly #order: FloodOrder
  readonly #spent = new Map<string, { count: number; ms: number }>()
  #authorization: string | undefined
  #renewing: Promise<void> | undefined
  #sessionEndsAt = Date.now() + SESSION_ENDS_EVERY_MS

  constructor(order: FloodOrder) {
    this.#order = order
  }

  async run(): Promise<Flooded> {
    const { origin, prefix, known, seconds } = this.#order
    const requests = await floodRequests(origin, prefix, known)
    this.flooded.endpoints = new Set(requests.map(({ method, path }) => `${method} ${path}`)).size
    await this.#renew()
    const streams = await this.#holdStreams(requests.filter(({ isStream }) => isStream))
    const calls = requests.filter(({ isStream }) => !isStream)
    const until = Date.now() + seconds * 1000
    let next = 0
    const worker = async () => {
      while (next < calls.length || Date.now() < until) await this.#flood(calls[next++ % calls.length]!)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    for (const stream of streams) stream.destroy()
    this.flooded.slowest = [...this.#spent]
      .toSorted(([, one], [, other]) => other.ms / other.count - one.ms / one.count)
      .slice(0, 8)
      .map(([name, { count, ms }]) => `${name}: ${count} x ${Math.round(ms / count)} ms`)
    return this.flooded
  }

  async #flood(request: FloodRequest): Promise<void> {
    if (request.endsSession) {
      if (Date.now() < this.#sessionEndsAt) return
      this.#sessionEndsAt = Date.now() + SESSION_ENDS_EVERY_MS
    }
    const from = performance.now()
    const { status, isFailure } = await this.#send(request)
    const name = `${request.method} ${request.path}`
    const spent = this.#spent.get(name) ?? { count: 0, ms: 0 }
    this.#spent.set(name, { count: spent.count + 1, ms: spent.ms + performance.now() - from })
    this.flooded.sent++
    this.flooded.statuses[status] = (this.flooded.statuses[status] ?? 0) + 1
    if (isFailure && this.flooded.failures.length < 20) this.flooded.failures.push(`${name}: ${status}`)
    const mustSignIn = request.endsSession && status.startsWith('2')
    if (mustSignIn) await this.#renew()
  }

  #headers({ headers, body }: FloodRequest): Record<string, string> {
    return {
      ...headers,
      'x-forwarded-for': this.#order.network,
      ...(this.#authorization && { authorization: this.#authorization }),
      ...(body && { 'content-length': String(body.length) }),
    }
  }

  #send(request: FloodRequest): Promise<Answer> {
    return new Promise((resolve) => {
      const sent = httpRequest(this.#order.origin + request.url, {
        method: request.method,
        headers: this.#headers(request),
        agent,
      })
      const isFile = this.#order.seconds > 0 && (request.body?.length ?? 0) > FILE_BYTES
      const giveUp = () => {
        resolve({ status: 'given up', isFailure: false })
        sent.destroy()
      }
      const timer = setTimeout(giveUp, isFile ? FILE_TIMEOUT_MS : TIMEOUT_MS)
      const end = (answer: Answer) => {
        clearTimeout(timer)
        resolve(answer)
      }
      sent.on('error', () => end({ status: 'cut off', isFailure: false }))
      sent.on('response', (response) => {
        response.resume()
        response.on('error', () => {})
        response.once('close', () => end(judge(response)))
      })
      sent.end(request.body)
    })
  }

  /** Opens as many streams as the API accepts, and holds them. */
  async #holdStreams(requests: FloodRequest[]): Promise<IncomingMessage[]> {
    const held: IncomingMessage[] = []
    let tried = 0
    const worker = async () => {
      while (tried < STREAMS_TRIED * requests.length) {
        const response = await this.#openStream(requests[tried++ % requests.length]!)
        if (response?.statusCode === 200) held.push(response)
        else response?.destroy()
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
    Object.assign(this.flooded, { streamsHeld: held.length, streamsRefused: tried - held.length })
    return held
  }

  #openStream(request: FloodRequest): Promise<IncomingMessage | undefined> {
    return new Promise((resolve) => {
      const headers = { ...this.#headers(request), accept: 'text/event-stream' }
      const sent = httpRequest(this.#order.origin + request.url, { headers, agent: false })
      sent.on('error', () => resolve(undefined))
      sent.on('response', (response) => {
        response.on('error', () => {})
        response.resume()
        resolve(response)
      })
      sent.end()
    })
  }

  /** Signs in from another network, since the flood has used up the limits of its own. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#signIn().finally(() => {
      this.#renewing = undefined
    })
    return this.#renewing
  }

  async #signIn(): Promise<void> {
    const { caller, key, origin, prefix } = this.#order
    if (caller === 'visitor') return
    const account = privateKeyToAccount(key)
    const elsewhere = { 'x-forwarded-for': `10.9.${Math.floor(Math.random() * 256)}.1` }
    const call = createClient({ prefix: origin + prefix, headers: () => elsewhere })
    if (caller === 'node') {
      this.#authorization = `Bearer ${await signInNode(call, account, { apps: FLOODING_NODE_APPS })}`
      return
    }
    const { message } = await call(requestChallenge, { body: { userId: account.address } })
    const signature = await account.signMessage({ message })
    const tokens = await call(exchangeSignature, { body: { userId: account.address, signature } })
    this.#authorization = `Bearer ${tokens.accessToken}`
  }
}

function judge({ statusCode = 0, headers }: IncomingMessage): Answer {
  const isRefusal = statusCode === 503 && headers['retry-after'] !== undefined
  return { status: String(statusCode), isFailure: statusCode >= 500 && !isRefusal }
}

/** A separate process, so that its work doesn't count as that of the API or of the honest person. */
process.once('message', async (order: FloodOrder) => {
  setPriority(order.nice)
  process.send!(await new Flood(order).run())
  await sleep(50)
  process.exit(0)
})
