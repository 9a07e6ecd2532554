import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'

/** Longer than the network takes to find an alert and to send its mail, also on a busy machine. */
const MAIL_MS_MAX = 60_000

interface Wanted {
  to: string
  /** Words of the subject. */
  subject: string
}

/** The link to this path in a mail from the network; waits until the mail is there. */
export async function linkInMail(wanted: Wanted, path: string): Promise<string> {
  let source: string | undefined
  const find = async () => (source = await findMail(wanted))
  await expect.poll(find, { timeout: MAIL_MS_MAX }).toBeTruthy()
  // Decodes quoted-printable: joins its lines, and decodes the one character that addresses contain.
  const words = source!.replaceAll('=\r\n', '').replaceAll('=3D', '=').split(/\s/)
  return words.find((word) => word.startsWith('http') && word.includes(path))!
}

async function findMail({ to, subject }: Wanted): Promise<string | undefined> {
  const folder = process.env.MAIL_DIR!
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.eml')) continue
    const source = await readFile(join(folder, name), 'utf8')
    const headerOf = (header: string) => new RegExp(`^${header}: (.*)$`, 'm').exec(source)?.[1] ?? ''
    if (headerOf('To').includes(to) && headerOf('Subject').includes(subject)) return source
  }
  return undefined
}
