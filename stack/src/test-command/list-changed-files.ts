import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** What changed on this branch since it left main, committed or not. On main: uncommitted changes, or else the last commit. */
export async function listChangedFiles(root: string): Promise<string[]> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root, maxBuffer: 64 * 2 ** 20 })).stdout.trim()
  const lines = async (...args: string[]) => (await git(...args)).split('\n').filter(Boolean)
  const untracked = await lines('ls-files', '--others', '--exclude-standard')
  const since = async (base: string) => [...(await lines('diff', '--name-only', base)), ...untracked]

  // Without a branch of that name, as in a shallow clone, we only know the uncommitted changes.
  const fork = await git('merge-base', 'HEAD', 'main').catch(() => 'HEAD')
  const changed = await since(fork)
  return changed.length > 0 ? changed : since('HEAD~1')
}
