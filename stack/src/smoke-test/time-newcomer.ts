import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@infra/protocol/client'
import { fillSnippet, parseSnippets, snippetsFor } from '@infra/protocol/programs/snippets'
import { ROOT } from '../root.ts'
import { makeKey, type Say, signInAsNewUser, untilServed } from './new-user.ts'

const APP = 'speak'

/** The limit for a script; a person with a mouse takes longer. */
const SECONDS_MAX = 20

/** A smaller WAV file is silence. */
const BYTES_MIN = 10_000

/**
 * Times the way from nothing to a first result: a new wallet signs in, makes an API key, and runs the snippet for curl of the
 * Developers screen as it stands. Throws if there is no result or it came too late.
 */
export async function timeNewcomer(origin: string, say: Say): Promise<void> {
  const prefix = `${origin}/api`
  await untilServed(createClient({ prefix }), [APP], say)
  const startedAt = performance.now()
  const seconds = () => (performance.now() - startedAt) / 1000

  const person = await signInAsNewUser(prefix)
  say(`Signed in after ${seconds().toFixed(1)} s.`)
  const key = await makeKey(person, 'First key')
  say(`Had a key after ${seconds().toFixed(1)} s.`)
  const sound = await runSnippet({ address: origin, key, app: APP })
  const taken = seconds()
  if (sound.toString('latin1', 0, 4) !== 'RIFF' || sound.length < BYTES_MIN)
    throw new Error(`That is no speech: ${sound.toString('utf8', 0, 500)}`)
  say(`Had ${sound.length.toLocaleString('en-GB')} bytes of speech after ${taken.toFixed(1)} s.`)
  if (taken > SECONDS_MAX) throw new Error(`It took longer than ${SECONDS_MAX} s.`)
}

/** The file that it writes. */
async function runSnippet(values: { address: string; key: string; app: string }): Promise<Buffer> {
  const markdown = await readFile(join(ROOT, 'content/programs/curl.md'), 'utf8')
  const [snippet] = snippetsFor(parseSnippets(markdown), values.app)
  const folder = await mkdtemp(join(tmpdir(), 'infra-newcomer-'))
  try {
    await promisify(execFile)('sh', ['-c', fillSnippet(snippet!.code, values)], { cwd: folder })
    return await readFile(join(folder, 'hello.wav'))
  } finally {
    await rm(folder, { recursive: true })
  }
}
