import type { Readable, Writable } from 'node:stream'

/** What a command needs of the process that it runs in. */
export interface Shell {
  env: Record<string, string | undefined>
  home: string
  stdin: Readable & { isTTY?: boolean }
  stdout: Writable
  stderr: Writable & { isTTY?: boolean; columns?: number }
  /** Aborts when the user interrupts. */
  signal: AbortSignal
}

/** A usage mistake, explained in one sentence. */
export class UsageError extends Error {}

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  key: 3,
  credits: 4,
  unserved: 5,
  unreachable: 6,
  interrupted: 130,
} as const

export function print(stream: Writable, line: string): void {
  stream.write(`${line}\n`)
}

export async function readAll(stdin: Readable): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

export function credits(count: number): string {
  return `${count} ${count === 1 ? 'credit' : 'credits'}`
}
