import { spawn } from 'node:child_process'

/**
 * Ends `pid` when this process is gone, however it went: a shell waits on a pipe that only we hold, and the kernel closes
 * it even after kill -9. Returns what calls the watch off.
 */
export function stopWithParent(pid: number): () => void {
  const guard = spawn('sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return () => void guard.kill('SIGKILL')
}
