import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import {
  type Conversation,
  fill,
  reply,
  type SimulatedProgram,
  type SimulateOptions,
  simulateProgram,
} from './simulate-program.ts'
import { simulatedPicture, stepMs } from './simulated-picture.ts'

interface Job {
  id: string
  client: string
  seed: number
  steps: number
  isInterrupted: boolean
}

type Prompt = Record<string, { class_type: string; inputs: Record<string, unknown> }>

export interface SimulateComfyOptions extends SimulateOptions {
  /** A message that ends each job instead of its picture. */
  endsWith?: 'outOfMemory' | 'interrupted'
  /** A version from before jobs could be cancelled by their id, or asked for previews. */
  isOld?: boolean
  stepMs?: number
  /** How long it takes to answer that it queued a job. */
  queueMs?: number
}

/** ComfyUI: one job at a time out of a queue, and messages to the client whose job it is. */
export async function simulateComfyUi(options: SimulateComfyOptions = {}): Promise<SimulatedProgram> {
  const queue: Job[] = []
  const history = new Map<string, Job>()
  let current: Job | undefined

  async function work(): Promise<void> {
    if (current) return
    for (current = queue.shift(); current; current = queue.shift())
      await paint(remote, history, current, options)
  }

  const take = (id: string) => {
    const at = queue.findIndex((job) => job.id === id)
    if (at !== -1) queue.splice(at, 1)
    return at !== -1
  }

  const interrupt = (id: string) => {
    if (current?.id === id) current.isInterrupted = true
    return current?.id === id
  }

  const remote: SimulatedProgram = await simulateProgram(
    'comfyui',
    options,
    {
      'POST /prompt': async ({ body }, response) => {
        const { prompt, client_id: client } = body as { prompt: Prompt; client_id: string }
        const problem = problemIn(remote.conversation, prompt)
        if (problem) return reply(response, remote.conversation, problem.answer, problem)
        const { seed, steps } = prompt['5']!.inputs as { seed: number; steps: number }
        const job = { id: randomUUID(), client, seed, steps, isInterrupted: false }
        queue.push(job)
        await sleep(options.queueMs ?? 0)
        reply(response, remote.conversation, 'queued', job as object as Record<string, unknown>)
        void work()
      },
      'GET /prompt': (_, response) =>
        reply(response, remote.conversation, 'queueInfo', { remaining: queue.length + (current ? 1 : 0) }),
      'POST /queue': ({ body }, response) => {
        for (const id of (body as { delete?: string[] }).delete ?? []) take(id)
        reply(response, remote.conversation, 'done')
      },
      'POST /interrupt': ({ body }, response) => {
        // Old versions interrupt whatever runs.
        interrupt(options.isOld ? (current?.id ?? '') : (body as { prompt_id: string }).prompt_id)
        reply(response, remote.conversation, 'done')
      },
      'GET /view': async (_, response) => {
        const seed = [...history.values()].at(-1)!.seed
        response.writeHead(200, { 'content-type': 'image/png' }).end(await simulatedPicture(seed))
      },
      '*': ({ path }, response) => {
        const [, of, id] = /^\/(history|api\/jobs)\/([\w-]+)/.exec(path) ?? []
        if (of === 'history') {
          const job = history.get(id!)
          return reply(response, remote.conversation, job ? 'history' : 'historyEmpty', { ...job })
        }
        if (of === undefined || options.isOld) return reply(response, remote.conversation, 'notFound')
        reply(response, remote.conversation, 'cancelled', { cancelled: take(id!) || interrupt(id!) })
      },
    },
    (client) =>
      remote.send(fill(remote.conversation.messages!.connected!.data, { client }) as object, client),
  )
  return { ...remote, running: () => queue.length + (current ? 1 : 0) }
}

async function paint(
  remote: SimulatedProgram,
  history: Map<string, Job>,
  job: Job,
  { endsWith, isOld, stepMs: ms }: SimulateComfyOptions,
): Promise<void> {
  const { id, client, seed, steps } = job
  const sendEvent = (name: string, values: object = {}) =>
    remote.send(fill(remote.conversation.messages![name]!.data, { id, client, ...values }) as object, client)
  sendEvent('start')
  sendEvent('cached')
  for (const node of ['1', '2', '3', '4', '5']) sendEvent('executing', { node })
  for (let value = 1; value <= steps && !job.isInterrupted; value++) {
    await sleep(ms ?? stepMs(steps))
    sendEvent('progressState', { value, max: steps })
    sendEvent('progress', { value, max: steps })
    if (!isOld) remote.send(await previewFrame(seed), client)
    if (endsWith) break
  }
  const end = job.isInterrupted ? 'interrupted' : endsWith
  if (end) sendEvent(end)
  else {
    sendEvent('executed')
    sendEvent('success')
    // The history is written after the event, so a quick client finds nothing there yet.
    await sleep(30)
    history.set(id, job)
  }
  sendEvent('nothing')
}

/** As `send_image` packs it: what kind of message, which format, the picture. */
async function previewFrame(seed: number): Promise<Buffer> {
  const jpeg = await sharp(await simulatedPicture(seed, false))
    .jpeg()
    .toBuffer()
  return Buffer.concat([Buffer.from([0, 0, 0, 1, 0, 0, 0, 1]), jpeg])
}

/** What `validate_prompt` would say of a workflow. */
function problemIn({ nodes = {} }: Conversation, prompt: Prompt) {
  for (const [node, { class_type: type, inputs }] of Object.entries(prompt)) {
    const known = nodes[type]
    if (!known) return { answer: 'nodeMissing', class: type, node }
    for (const [name, kind] of Object.entries(known.inputs)) {
      const problem = problemWith(
        name,
        kind,
        inputs[name],
        (of) => nodes[prompt[of]?.class_type ?? '']?.returns,
      )
      if (problem) return { answer: 'refused', class: type, node, ...problem }
    }
  }
  return undefined
}

function problemWith(
  name: string,
  kind: unknown,
  value: unknown,
  returnsOf: (node: string) => string[] | undefined,
) {
  if (value === undefined)
    return { type: 'required_input_missing', message: 'Required input is missing', details: name }
  if (Array.isArray(kind))
    return kind.includes(value)
      ? undefined
      : {
          type: 'value_not_in_list',
          message: 'Value not in list',
          details: `${name}: '${value}' not in ['${kind.join("', '")}']`,
        }
  if (Array.isArray(value)) {
    const [node, slot] = value as [string, number]
    const received = returnsOf(node)?.[slot]
    const details = `${name}, received_type(${received}) mismatch input_type(${kind})`
    return received === kind
      ? undefined
      : { type: 'return_type_mismatch', message: 'Return type mismatch between linked nodes', details }
  }
  if (kind === 'STRING') return typeof value === 'string' ? undefined : wrongType(name, kind)
  const [[number, [min, max]]] = Object.entries(kind as Record<string, [number, number]>) as [
    [string, [number, number]],
  ]
  const isRight = number === 'INT' ? Number.isInteger(value) : typeof value === 'number'
  if (!isRight) return wrongType(name, number)
  if ((value as number) < min || (value as number) > max)
    return {
      type: 'value_bigger_than_max',
      message: `Value ${value} bigger than max of ${max}`,
      details: name,
    }
  return undefined
}

function wrongType(name: string, type: string) {
  return {
    type: 'invalid_input_type',
    message: `Failed to convert an input value to a ${type} value`,
    details: name,
  }
}
