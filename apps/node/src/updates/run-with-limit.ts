import { spawn } from 'node:child_process'

interface Command {
  program: string
  args: string[]
  env: NodeJS.ProcessEnv
  /** For its standard input. */
  input?: string
  seconds: number
  signal?: AbortSignal
}

const KEPT_CHARACTERS = 4_000

/** Runs a program and everything that it starts; if it fails or takes too long, throws its last output. */
export function runWithLimit({ program, args, env, input = '', seconds, signal }: Command): Promise<void> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that its children end with it.
    const child = spawn(program, args, { env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
    let printed = ''
    const listen = (chunk: Buffer) => {
      printed = (printed + chunk).slice(-KEPT_CHARACTERS)
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    // It may end without reading all.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    const end = () => {
      if (child.pid === undefined) return
      try {
        process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It has ended already.
      }
    }
    const timer = setTimeout(() => {
      printed += `\nIt took longer than ${seconds} seconds.`
      end()
    }, seconds * 1000)
    signal?.addEventListener('abort', end, { once: true })
    const settle = (error?: Error) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      if (error) reject(error)
      else resolve()
    }
    child.once('error', settle)
    child.once('close', (code) => {
      settle(code === 0 ? undefined : new Error(lastLine(printed) || `It ended with exit code ${code}.`))
    })
  })
}

function lastLine(said: string): string {
  const lines = said.split('\n').filter((line) => line.trim() !== '')
  // The doctor's last line is a summary; what failed is more useful.
  return lines.findLast((line) => line.startsWith('FAIL')) ?? lines.at(-1) ?? ''
}
