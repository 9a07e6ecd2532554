import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { JobFailure } from '../runners/runner.ts'
import { type Adapter, type AdapterJob, RemoteUnavailable } from './adapter.ts'
import { imagineOrder } from './imagine-order.ts'
import { PICTURE_BYTES_MAX, pictureOutput } from './picture-output.ts'
import { previewer } from './previewer.ts'
import {
  addressOf,
  authorizationOf,
  failureOf,
  type Remote,
  readBytes,
  readFacts,
  request,
  requestJson,
  sendCancellation,
  trackCancellation,
} from './remote.ts'
import { checkpointsIn, filled, modelsIn, type Workflow } from './workflow.ts'

const SMALL_BYTES_MAX = 1_000_000
const QUEUE_MS_MAX = 30_000
/** It reports success before its history has the picture; then it reports that it executes nothing any more. */
const HISTORY_MS_MAX = 5_000
const HISTORY_BYTES_MAX = 20_000_000

const Checkpoints = z.array(z.string())
const Stats = z.object({ system: z.object({ comfyui_version: z.string().optional() }) })
const Queued = z.object({ prompt_id: z.string().regex(/^[\w-]{1,64}$/) })
const Image = z.object({ filename: z.string(), subfolder: z.string(), type: z.string() })
const History = z.record(
  z.string(),
  z.object({ outputs: z.record(z.string(), z.object({ images: z.array(Image).optional() })) }),
)
const ours = z.object({ prompt_id: z.string() })
const Message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('execution_start'), data: ours }),
  z.object({ type: z.literal('progress'), data: ours.extend({ value: z.number(), max: z.number() }) }),
  z.object({ type: z.literal('executing'), data: ours.extend({ node: z.string().nullable() }) }),
  z.object({ type: z.literal('execution_success'), data: ours }),
  z.object({ type: z.literal('execution_interrupted'), data: ours }),
  z.object({
    type: z.literal('execution_error'),
    // The message may only say "Allocation on device"; that memory ran out is in the type.
    data: ours.extend({ exception_message: z.string(), exception_type: z.string().optional() }),
  }),
])
type Message = z.infer<typeof Message>

/** Runs a workflow in ComfyUI, which reports its progress by WebSocket. */
export function comfyUi(remote: Remote, workflow: Workflow): Adapter {
  return {
    check: async (signal) => {
      const facts = await requestJson(remote, 'system_stats', { signal }, SMALL_BYTES_MAX)
      if (!z.object({ system: z.unknown() }).safeParse(facts).success)
        throw new RemoteUnavailable(`${remote.url.origin} does not answer as ComfyUI.`)
      const there = await readFacts(remote, 'models/checkpoints', Checkpoints, signal)
      const missing = checkpointsIn(workflow).find((name) => there && !there.includes(name))
      if (missing !== undefined)
        throw new RemoteUnavailable(
          `${remote.url.origin} has no checkpoint "${missing}", but ${there!.join(', ') || 'none at all'}.`,
        )
    },
    run: async (job) => {
      const { input, scratch, progress, preview, signal } = job
      const clientId = randomUUID()
      progress(0, 'Waiting for the painter')
      const socket = await openSocket(remote, clientId, signal)
      try {
        const watch = watchMessages(socket, previewer(preview))
        const prompt = filled(workflow, imagineOrder(input))
        // Newer versions make previews for a job that asks for them, however they were started.
        const extra = { preview_method: 'auto' }
        const id = await queue(remote, { prompt, client_id: clientId, extra_data: extra }, signal)
        await untilPainted(remote, id, watch, job)
        progress(0.97, 'Fetching the picture')
        const picture = await fetchPicture(remote, id, signal)
        const outputs = await pictureOutput(picture, scratch)
        const stats = await readFacts(remote, 'system_stats', Stats, signal)
        // It doesn't report hashes of its models.
        const model = modelsIn(workflow).join(', ')
        return { outputs, facts: { engine: 'ComfyUI', engineVersion: stats?.system.comfyui_version, model } }
      } finally {
        socket.close()
      }
    },
  }
}

/** Waits for the response even if the job is cancelled, because the job can only be withdrawn with its id. */
async function queue(remote: Remote, body: unknown, signal: AbortSignal): Promise<string> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const options = { body, signal: AbortSignal.timeout(QUEUE_MS_MAX) }
  const queued = requestJson(remote, 'prompt', options, SMALL_BYTES_MAX).then((answer) => {
    const parsed = Queued.safeParse(answer)
    if (!parsed.success) throw new JobFailure('app_failed', 'ComfyUI did not say what it queued.')
    return parsed.data.prompt_id
  })
  const stop = () => {
    trackCancellation(queued.then((id) => takeBack(remote, id)))
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([queued, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** With the id, newer versions know whether it waits or runs; older ones can only drop what waits. */
function takeBack(remote: Remote, id: string): void {
  sendCancellation(remote, 'queue', { delete: [id] })
  sendCancellation(remote, `api/jobs/${id}/cancel`)
}

async function openSocket(remote: Remote, clientId: string, signal: AbortSignal): Promise<WebSocket> {
  signal.throwIfAborted()
  const address = addressOf(remote, `ws?clientId=${clientId}`)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  // The types are the browser's, which don't allow custom headers; Node.js does.
  const options = { headers: { ...authorizationOf(remote) } } as unknown as string[]
  const socket = new WebSocket(address, options)
  socket.binaryType = 'arraybuffer'
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('open', () => resolve(), { once: true })
  socket.addEventListener('error', () => reject(gone(remote)), { once: true })
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    await promise
    return socket
  } catch (error) {
    socket.close()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

interface Watch {
  /** Messages about all jobs, starting with those from before the first listener. */
  listen: (on: { message: (message: Message) => void; close: () => void }) => void
}

/** ComfyUI may report on the job before the response with its id has arrived. */
function watchMessages(socket: WebSocket, preview: (bytes: Uint8Array) => void): Watch {
  const early: Message[] = []
  let onMessage = (message: Message): void => {
    early.push(message)
  }
  let onClose = () => {
    isClosed = true
  }
  let isClosed = false
  socket.addEventListener('message', ({ data }) => {
    const size = typeof data === 'string' ? data.length : (data as ArrayBuffer).byteLength
    if (size > SMALL_BYTES_MAX) return
    // It is only sent to this connection, so it belongs to this connection's job.
    if (typeof data !== 'string') return previewIn(data as ArrayBuffer, preview)
    const message = Message.safeParse(asJson(data))
    if (message.success) onMessage(message.data)
  })
  socket.addEventListener('close', () => onClose())
  return {
    listen: ({ message, close }) => {
      onMessage = message
      onClose = close
      for (const event of early.splice(0)) message(event)
      if (isClosed) close()
    },
  }
}

const PREVIEW_IMAGE = 1
/** Two numbers: the kind of message, and the format of the picture. */
const HEAD_BYTES = 8

function previewIn(message: ArrayBuffer, preview: (bytes: Uint8Array) => void): void {
  if (message.byteLength <= HEAD_BYTES || new DataView(message).getUint32(0) !== PREVIEW_IMAGE) return
  preview(new Uint8Array(message, HEAD_BYTES))
}

async function untilPainted(
  remote: Remote,
  id: string,
  watch: Watch,
  { progress, signal }: AdapterJob,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let isRunning = false
  let timeout: NodeJS.Timeout | undefined
  const stop = () => {
    // While ours is still waiting, interrupting would stop somebody else's job.
    takeBack(remote, id)
    if (isRunning) sendCancellation(remote, 'interrupt', { prompt_id: id })
    reject(signal.reason)
  }
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  watch.listen({
    close: () => reject(gone(remote)),
    message: ({ type, data }) => {
      if (data.prompt_id !== id) return
      isRunning = true
      if (type === 'progress') progress(Math.min(0.95, data.value / Math.max(1, data.max)), 'Painting')
      if (type === 'execution_success') timeout ??= setTimeout(resolve, HISTORY_MS_MAX)
      if (type === 'executing' && data.node === null) resolve()
      if (type === 'execution_error')
        reject(failureOf(`${data.exception_type ?? 'Error'}: ${data.exception_message}`))
      if (type === 'execution_interrupted')
        reject(new JobFailure('app_failed', 'Somebody interrupted ComfyUI.'))
    },
  })
  await promise.finally(() => {
    clearTimeout(timeout)
    signal.removeEventListener('abort', stop)
  })
}

async function fetchPicture(remote: Remote, id: string, signal: AbortSignal): Promise<Buffer> {
  const history = History.safeParse(await requestJson(remote, `history/${id}`, { signal }, HISTORY_BYTES_MAX))
  const images = Object.values(history.data?.[id]?.outputs ?? {}).flatMap(({ images = [] }) => images)
  // A workflow may also emit temporary pictures; the saved ones are the result.
  const image = images.find(({ type }) => type === 'output') ?? images[0]
  if (!image) throw new JobFailure('app_failed', 'The workflow made no picture.')
  const response = await request(remote, `view?${new URLSearchParams(image)}`, { signal })
  return readBytes(remote, response, PICTURE_BYTES_MAX, signal)
}

function gone(remote: Remote): RemoteUnavailable {
  return new RemoteUnavailable(`The connection to ${remote.url.origin} broke.`)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
