import { spawn } from 'node:child_process'

/**
 * Ends `pid` when this process is gone for any reason: a shell waits on a pipe whose other end only we have, and the kernel closes it even
 * after kill -9. Returns a function that cancels this.
 */
export function stopWithParent(pid: number): () => void {
  const guard = spawn('sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.unref()
  return () => void guard.kill('SIGKILL')
}
