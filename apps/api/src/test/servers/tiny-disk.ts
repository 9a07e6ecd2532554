import { execFile } from 'node:child_process'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, test } from 'vitest'

const run = promisify(execFile)

/** A disk of 64 kB and 40 names that really fills up, where one can be mounted: that needs root on Linux. */
export async function tinyDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'infra-tiny-'))
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', 'size=64k,nr_inodes=40', 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
  afterAll(async () => {
    if (mounted) await run('umount', [folder])
    await rmdir(folder)
  })
  return mounted ? folder : undefined
}

/** Where there is no such disk, the test is not registered. */
export function testWhere(disk: string | undefined): typeof test | (() => void) {
  return disk ? test : () => {}
}
