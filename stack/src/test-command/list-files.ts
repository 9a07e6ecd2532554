import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** All files that git knows or would add. */
export async function listFiles(root: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
    { cwd: root, maxBuffer: 64 * 2 ** 20 },
  )
  const { stdout: deleted } = await promisify(execFile)('git', ['ls-files', '--deleted'], { cwd: root })
  const gone = new Set(deleted.split('\n'))
  return stdout.split('\n').filter((file) => file !== '' && !gone.has(file))
}
