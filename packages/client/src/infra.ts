import { InfraError, JobError } from './infra-error.ts'
import { readEvents } from './read-events.ts'
import { type Connection, pause, type Request, sendRequest } from './send-request.ts'
import type { App, Batch, Credits, Job, JobEvent, JobFile, Key, NetworkKey, Price, Upload } from './types.ts'
import { verifyWebhook } from './verify-webhook.ts'

/**
 * What an app is fed with. A `Blob` or a `File` is uploaded first; `job:<id>/<output>` names a result of another job; an https address is
 * fetched by the network, where it does that.
 */
export type AppInput = Record<string, string | number | boolean | Blob | object[]>

export interface OrderOptions {
  /** The order is refused where it costs more. */
  maxCredits?: number | undefined
  /** Private where not said; public needs the scope `publish`. */
  visibility?: 'public' | 'private' | undefined
  /** Ordered twice with the same one, it is one job. Made for you where not said. */
  idempotencyKey?: string | undefined
}

export interface RunOptions extends OrderOptions {
  /** Cancels the job; what it does not cost is given back. */
  signal?: AbortSignal | undefined
  onProgress?: ((progress: { status: Job['status']; part: number; stage: string }) => void) | undefined
  /** All of the text so far, of apps that write as they go. It starts anew where another node has to. */
  onText?: ((text: string) => void) | undefined
}

/** One order of a batch. */
export interface BatchOrder {
  app: string
  input: AppInput
  /** Your own name for it, which comes back with its result. */
  ref?: string | undefined
}

export interface BatchOptions extends OrderOptions {
  /** Cancels the jobs that have not ended; what they do not cost is given back. */
  signal?: AbortSignal | undefined
  onProgress?: ((batch: Batch) => void) | undefined
}

/** How one job of a batch ended. */
export interface BatchResult {
  /** Of its order, from 0. */
  place: number
  ref: string | null
  job: string
  status: Job['status']
  reason: string | null
  credits: number
  outputs: (Pick<JobFile, 'name' | 'kind' | 'mime' | 'bytes' | 'sha256' | 'text'> & { url: string })[]
}

/** An order that can be sent any number of times, and is one job. */
interface Order {
  body: object
  headers: Record<string, string>
}

/** Shorter than what proxies commonly allow; a job that takes longer is asked for again. */
const WAIT_SECONDS = 50

/** Between two looks at a batch. */
const BATCH_PAUSE_MS = 2_000

/** Before a stream of events that ended is opened again. */
const RESUME_PAUSE_MS = 500

/** The network of one address, for a program with an API key. */
export class Infra {
  readonly webhooks: { verify: typeof verifyWebhook } = { verify: verifyWebhook }
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Orders a job and waits for its result. Throws a `JobError` where it ends without one. */
  async run(app: string, input: AppInput, options: RunOptions = {}): Promise<Job> {
    const { signal, onProgress, onText } = options
    const order = await this.#orderOf(app, input, options, signal)
    try {
      const job =
        onProgress || onText ? await this.#watched(order, options) : await this.#awaited(order, signal)
      if (job.status !== 'finished') throw new JobError(job)
      return job
    } catch (error) {
      if (signal?.aborted) await this.#withdraw(order)
      throw error
    }
  }

  /** Orders a job and returns at once. */
  async submit(app: string, input: AppInput, options: OrderOptions = {}): Promise<Job> {
    return this.#send(await this.#orderOf(app, input, options))
  }

  /** Orders up to 1,000 jobs at once, all or none, and waits until the last has ended. Their results are in the order of the orders; some may have failed. */
  async batch(orders: BatchOrder[], options: BatchOptions = {}): Promise<BatchResult[]> {
    const { signal, onProgress, maxCredits, visibility, idempotencyKey = crypto.randomUUID() } = options
    const named = orders.map(async ({ app, input, ref }) => ({
      appId: app,
      input: await this.#uploaded(input, signal),
      ref,
    }))
    const body = { orders: await Promise.all(named), maxCredits, visibility }
    signal?.throwIfAborted()
    // It cannot be interrupted: the batch has to be known to be cancelled.
    let batch = await this.#call<Batch>('POST', '/job/batch', {
      body,
      headers: { 'idempotency-key': idempotencyKey },
    })
    try {
      for (
        ;
        batch.jobs.queued + batch.jobs.running > 0;
        batch = await this.#call('GET', `/job/batch/${batch.id}`)
      ) {
        onProgress?.(batch)
        await pause(BATCH_PAUSE_MS, signal)
      }
    } catch (error) {
      if (signal?.aborted) await this.#call('POST', `/job/batch/${batch.id}/cancel`)
      throw error
    }
    onProgress?.(batch)
    const lines = await (await this.#request('GET', `/job/batch/${batch.id}/result`)).text()
    return lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }

  /** What a job would cost. Nothing is held. */
  async price(app: string, input: AppInput): Promise<Price> {
    const body = { appId: app, input: await this.#uploaded(input) }
    return this.#call('POST', '/job/price', { body })
  }

  /** A job as it changes, until it ends. A connection that breaks is opened again where it was. */
  async *watch(
    id: string,
    { signal }: { signal?: AbortSignal | undefined } = {},
  ): AsyncGenerator<JobEvent, void> {
    let last: string | undefined
    for (;;) {
      const headers = { accept: 'text/event-stream', 'last-event-id': last }
      const response = await this.#request('GET', `/job/${encodeURIComponent(id)}/events`, {
        headers,
        signal,
      })
      try {
        for await (const { event, data, id: position } of readEvents(response.body!)) {
          if (event === 'reset') last = undefined
          if (event !== 'job') continue
          last = position
          const job: JobEvent = JSON.parse(data)
          yield job
          if (!isOpen(job)) return
        }
      } catch (error) {
        // The stream broke, or it is the caller who does not want more.
        if (signal?.aborted) throw error
      }
      await pause(RESUME_PAUSE_MS, signal)
    }
  }

  /** Stops a job. What it does not cost is given back. */
  async cancel(id: string): Promise<Job> {
    try {
      return await this.#call('POST', `/job/${encodeURIComponent(id)}/cancel`)
    } catch (error) {
      // It may have ended meanwhile, or an earlier try of this request did it.
      if ((error as InfraError).code === 'job_final') return this.job(id)
      throw error
    }
  }

  /** The bytes of a result: of the first output where none is named. */
  async bytes(job: Job | JobEvent, output?: string): Promise<Uint8Array<ArrayBuffer>> {
    const read = async ({ outputs }: Job | JobEvent) => {
      const file = outputs.find(({ name }) => output === undefined || name === output)
      if (!file) throw new InfraError('not_found', `Job ${job.id} has no output ${output ?? ''}.`)
      if (file.url === null) return new TextEncoder().encode(file.text ?? '')
      return new Uint8Array(await (await this.#request('GET', file.url)).arrayBuffer())
    }
    try {
      return await read(job)
    } catch (error) {
      // A link to a private file is good for a quarter of an hour.
      if ((error as InfraError).code === 'url_invalid') return read(await this.job(job.id))
      throw error
    }
  }

  /** Sends a picture or a sound, to be named in an input by its id. */
  upload(file: Blob, signal?: AbortSignal): Promise<Upload> {
    const body = new FormData()
    body.set('file', file)
    return this.#call('POST', '/file', { body, signal })
  }

  job(id: string): Promise<Job> {
    return this.#call('GET', `/job/${encodeURIComponent(id)}`)
  }

  /** My jobs, newest first; `before` is the `next` of the page before. */
  jobs(
    query: {
      limit?: number
      before?: string
      status?: Job['status'] | 'open'
      app_id?: string
      search?: string
    } = {},
  ): Promise<{ items: Job[]; next?: string }> {
    return this.#call('GET', '/job', { query })
  }

  /** The catalogue. */
  async apps(): Promise<App[]> {
    return (await this.#call<{ items: App[] }>('GET', '/app')).items
  }

  app(id: string): Promise<App> {
    return this.#call('GET', `/app/${encodeURIComponent(id)}`)
  }

  credits(): Promise<Credits> {
    return this.#call('GET', '/user/me/credits')
  }

  /** The API key that calls: its scopes and limits, and what is left of them. */
  key(): Promise<Key> {
    return this.#call('GET', '/key')
  }

  /** The keys by which the network signs receipts, now and in the past. */
  async networkKeys(): Promise<NetworkKey[]> {
    return (await this.#call<{ items: NetworkKey[] }>('GET', '/network-key')).items
  }

  #request(method: string, path: string, request?: Request): Promise<Response> {
    return sendRequest(this.#connection, method, path, request)
  }

  async #call<T>(method: string, path: string, request?: Request): Promise<T> {
    return (await this.#request(method, path, request)).json()
  }

  async #orderOf(app: string, input: AppInput, options: OrderOptions, signal?: AbortSignal): Promise<Order> {
    const { maxCredits, visibility, idempotencyKey = crypto.randomUUID() } = options
    const body = { appId: app, input: await this.#uploaded(input, signal), maxCredits, visibility }
    signal?.throwIfAborted()
    return { body, headers: { 'idempotency-key': idempotencyKey } }
  }

  /** The input with the id of an upload in place of each file. */
  async #uploaded(input: AppInput, signal?: AbortSignal): Promise<Record<string, unknown>> {
    const entries = Object.entries(input).map(async ([name, value]) => [
      name,
      value instanceof Blob ? (await this.upload(value, signal)).id : value,
    ])
    return Object.fromEntries(await Promise.all(entries))
  }

  #send(order: Order, request: Request = {}): Promise<Job> {
    return this.#call('POST', '/job', { ...order, ...request })
  }

  async #awaited(order: Order, signal: AbortSignal | undefined): Promise<Job> {
    for (;;) {
      const job = await this.#send(order, { query: { wait: WAIT_SECONDS }, signal })
      if (!isOpen(job)) return job
    }
  }

  async #watched(order: Order, { signal, onProgress, onText }: RunOptions): Promise<Job> {
    const { id } = await this.#send(order, { signal })
    for await (const { status, progress, partialText } of this.watch(id, { signal })) {
      onProgress?.({ status, ...progress })
      if (partialText !== null) onText?.(partialText)
    }
    return this.job(id)
  }

  /** The order may have arrived though its answer did not: sent again it is the same job, and its id is known. */
  async #withdraw(order: Order): Promise<void> {
    const job = await this.#send(order).catch((error: InfraError) => {
      // Refused, so there is no job.
      if (error.status && error.status < 500 && error.status !== 429) return undefined
      throw error
    })
    if (job && isOpen(job)) await this.cancel(job.id)
  }
}

function isOpen({ status }: Pick<Job, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}
