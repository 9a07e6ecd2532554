import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobFailure, type Runner } from '../runners/runner.ts'

const textOutput = (text: string) => [{ name: 'text', kind: 'text' as const, text }]

/** Everything that a runner should not do. */
const bad: Record<string, Runner> = {
  /** Tells its process, and how many jobs it has had. */
  who: async () => {
    jobs += 1
    return textOutput(`${process.pid} ${jobs}`)
  },
  sleep: async ({ progress }) => {
    progress(0.5, 'Sleeping')
    await sleep(60_000)
    return textOutput('')
  },
  spin: async ({ progress }) => {
    progress(0.5, 'Spinning')
    await sleep(50)
    for (;;);
  },
  leak: async () => {
    const kept: Buffer[] = []
    for (;;) {
      kept.push(Buffer.alloc(8_000_000, 1))
      await sleep(5)
    }
  },
  /** Faster than anyone can look. */
  hugeBuffer: async () => textOutput(String(Buffer.alloc(6_000_000_000, 1).length)),
  heap: async () => {
    const kept: object[] = []
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => ({ at })))
  },
  crash: async () => {
    process.stderr.write('\u001b[31mwhat a \u001b[1mday\u001b[0m\n')
    setTimeout(() => process.abort(), 10)
    return sleep(60_000)
  },
  manyLines: async () => {
    for (let line = 0; line < 2_000; line += 1) process.stdout.write(`line ${line} ${'x'.repeat(50)}`)
    await sleep(100)
    throw new Error('That was all.')
  },
  unreadable: async () => {
    throw new JobFailure('input_unreadable', 'No picture.', { final: true })
  },
  environment: async () => textOutput(JSON.stringify(process.env)),
  read: async ({ input }) => textOutput(readFileSync(String(input.path), 'utf8')),
  list: async ({ input }) => textOutput(readdirSync(String(input.path)).join()),
  dial: async ({ input }) => {
    const answer = await fetch(String(input.url)).catch(({ cause }) => {
      throw cause
    })
    return textOutput(await answer.text())
  },
  spawn: async () => textOutput(execFileSync('/bin/sh', ['-c', 'echo hello']).toString()),
  write: async ({ input }) => {
    writeFileSync(String(input.path), 'x')
    return textOutput('written')
  },
}

let jobs = 0

export const runners: Record<string, () => Promise<Runner>> = Object.fromEntries(
  Object.entries(bad).map(([name, runner]) => [name, async () => runner]),
)
