import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Ends children that an agent left behind on this scratch folder. A child that waits for anything exits with its agent; one that was busy
 * computing when the agent was killed didn't notice.
 */
export async function endOrphans(scratch: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const line of stdout.split('\n')) {
    // Only we use this folder, so a process with inputs there that isn't our child is an orphan.
    const isOrphan = line.includes(`${scratch}/children/`) && line.includes('run-job.ts')
    if (isOrphan) endQuietly(Number.parseInt(line, 10))
  }
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}
