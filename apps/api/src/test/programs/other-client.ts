import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** A program that has an unmodified client do what lines of JSON say (`stack/src/proofs/clients`). */
export interface OtherClient {
  name: string
  command: string
  args: string[]
  env: Record<string, string>
  /** Of the protocol, as it is agreed on. */
  version: string
}

interface Given {
  origin: string
  secret: string
  /** What its user says if they are asked; without it, they can't be asked. */
  confirm?: 'accept' | 'decline'
}

/** One line of the program: a report of progress, or how its command ended. */
interface Line {
  id: number
  progress?: number
  result?: unknown
  error?: { code: number | null; message: string }
}

interface Waiting extends PromiseWithResolvers<unknown> {
  onProgress: ((part: number) => void) | undefined
}

/** Starts a client in a process of its own, which ends with the test. */
export function startOtherClient({ command, args, env }: OtherClient, { origin, secret, confirm }: Given) {
  const child = spawn(command, args, {
    env: {
      PATH: process.env.PATH,
      MCP_URL: `${origin}/mcp`,
      INFRA_KEY: secret,
      ...(confirm && { CONFIRM: confirm }),
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => end(child))
  const waiting = new Map<number, Waiting>()
  createInterface({ input: child.stdout }).on('line', (text) => {
    const { id, progress, result, error } = JSON.parse(text) as Line
    const pending = waiting.get(id)!
    if (progress !== undefined) return pending.onProgress?.(progress)
    if (error) pending.reject(Object.assign(new Error(error.message), { code: error.code }))
    else pending.resolve(result)
  })
  child.once('exit', (code) => {
    for (const { reject } of waiting.values()) reject(new Error(`The client ended with ${code}.`))
  })

  function send(line: object, onProgress?: (part: number) => void) {
    const id = waiting.size
    const pending = { ...Promise.withResolvers<unknown>(), onProgress }
    waiting.set(id, pending)
    child.stdin.write(`${JSON.stringify({ id, ...line })}\n`)
    return { id, answer: pending.promise }
  }

  const ask = (action: string, given: object = {}) => send({ do: action, ...given }).answer
  return {
    ask,
    /** Calls a tool. */
    call: (name: string, args: object = {}, onProgress?: (part: number) => void) => {
      const { id, answer } = send({ do: 'call', name, arguments: args }, onProgress)
      return { answer: answer as Promise<ToolAnswer>, cancel: () => ask('cancel', { call: id }) }
    },
  }
}

/** What a client makes of a tool's result. */
export interface ToolAnswer {
  content: { type: string; text?: string; data?: string; mimeType?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.stdin!.end()
  await once(child, 'exit')
}
