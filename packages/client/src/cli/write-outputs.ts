import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Infra } from '../infra.ts'
import type { Job, JobFile } from '../types.ts'
import { print, type Shell } from './shell.ts'

/**
 * Writes a job's outputs. A single output goes to the named file, or to standard output with `-`; several go into the named folder, as
 * `name.ext`. If nothing was named, text is shown and files are written to the current folder.
 */
export async function writeOutputs(
  infra: Infra,
  job: Job,
  output: string | undefined,
  shell: Shell,
): Promise<void> {
  const { outputs } = job
  for (const file of outputs) {
    const bytes = await infra.bytes(job, file.name)
    if (output === '-' || (output === undefined && file.url === null)) {
      shell.stdout.write(bytes)
      // Otherwise a shell's prompt would follow the last word.
      if (output === undefined && bytes.at(-1) !== 10) shell.stdout.write('\n')
      continue
    }
    const path =
      outputs.length === 1 && output
        ? output
        : join(output ?? '.', `${basename(file.name)}.${extensionOf(file)}`)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
    print(shell.stderr, `Wrote ${path}.`)
  }
}

/** The network's own extension, which its links end in. */
function extensionOf({ url }: JobFile): string {
  return /\.([a-z0-9]{2,5})(?:\?|$)/.exec(url ?? '')?.[1] ?? 'txt'
}
