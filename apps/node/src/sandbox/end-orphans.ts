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
    // The folder is held by us alone, so whoever reads its inputs there and is not ours is left over.
    const isOrphan = line.includes(`${scratch}/children/`) && line.includes('run-job.ts')
    if (isOrphan) endQuietly(Number.parseInt(line, 10))
  }
}

function endQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself between the two looks.
  }
}
