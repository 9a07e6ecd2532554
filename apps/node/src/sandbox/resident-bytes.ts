import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** The memory that a process really uses; undefined if it has exited. */
export async function residentBytes(pid: number): Promise<number | undefined> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]
      return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
    }
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout) * 1024
  } catch {
    // It ended in the meantime; its exit is handled elsewhere.
    return undefined
  }
}
