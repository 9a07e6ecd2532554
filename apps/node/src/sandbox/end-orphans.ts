import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Ends children that an agent left behind on this scratch folder. One that waits for anything ends itself with its agent; one that
 * was computing without a pause when the agent was killed never heard of it.
 */
export async function endOrphans(scratch: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-ww', '-eo', 'pid=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  })
  for (const line of stdout.split('\n')) {
    // Only we use this folder, so a process with inputs there that is not our child is an orphan.
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
