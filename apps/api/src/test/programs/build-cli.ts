import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { buildClient } from '@infra/client/build'
import { onTestFinished } from 'vitest'
import { onFinished } from '../on-finished.ts'

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

interface Given {
  env?: Record<string, string>
  stdin?: string
}

/** The bundled CLI, in a folder that is its home as well. */
export async function buildCli(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'infra-cli-'))
  onFinished(() => rm(folder, { recursive: true }))
  await buildClient(folder)

  /** As a process, with an environment of its own. */
  function start(args: string[], { env = {}, stdin = '' }: Given = {}) {
    const child = spawn(process.execPath, [join(folder, 'infra.mjs'), ...args], {
      cwd: folder,
      env: { HOME: folder, ...environment, ...env },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
    const ended: Promise<Ended> = Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise<number | null>((resolve) => child.once('close', resolve)),
    ]).then(([stdout, stderr, code]) => ({ stdout, stderr, code }))
    return { child, ended }
  }

  return { folder, start, run: (args: string[], given?: Given) => start(args, given).ended }
}
