import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const OTHERS = 0o077
const OTHERS_WRITE = 0o022
const STICKY = 0o1000

/**
 * A backup contains the keys that sign sessions, so only its owner may read it and nobody else may replace it. In a sticky folder such as
 * /tmp only the owner can.
 */
export async function makePrivateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await stat(folder)).mode & OTHERS) {
    throw new Error(
      `Others have access to ${folder}, and a backup holds keys. Use a new folder, or: chmod 700 ${folder}`,
    )
  }
  const parent = dirname(folder)
  const { mode } = await stat(parent)
  if (mode & OTHERS_WRITE && !(mode & STICKY)) {
    throw new Error(
      `Others can write to ${parent}, and could replace the backup. Use another folder, or: chmod go-w ${parent}`,
    )
  }
}
