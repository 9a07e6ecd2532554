import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Infra } from '../infra.ts'
import type { Job, JobFile } from '../types.ts'
import { print, type Shell } from './shell.ts'

/**
 * Writes what a job made. One output goes to the file that was named, or to standard output with `-`; several go into the folder that was
 * named, as `name.ext`. Where nothing was named, text is shown and files are written here.
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
      // A shell's prompt would follow the last word.
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

/** The network's own: its links end in it. */
function extensionOf({ url }: JobFile): string {
  return /\.([a-z0-9]{2,5})(?:\?|$)/.exec(url ?? '')?.[1] ?? 'txt'
}
