import { readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentRelease } from '@infra/protocol/signatures/agent-releases'
import type { Pace } from '@infra/weights/download'
import { npmHasProxy } from '@infra/weights/npm-settings'
import { openPacedProxy } from '../bandwidth/paced-proxy.ts'
import type { Config } from '../config.ts'
import { runWithLimit } from './run-with-limit.ts'
import { programIn } from './update-state.ts'

type Installed = Pick<Config, 'apiPrefix' | 'updates'> & { home: string }

/** The installed agent is about half of this; npm needs more while it works. */
const INSTALL_BYTES = 1_000_000_000
const INSTALL_SECONDS = 480
/** Throttled, 200 MB take a while. */
const PACED_INSTALL_SECONDS = 60 * 60
const PROVE_SECONDS = 240
const HOUR_MS = 60 * 60_000

interface Preparing {
  signal?: AbortSignal
  /** Where the operator limits what the node receives. */
  pace?: Pace
  /** Free disk space, in bytes. */
  bytesNeeded?: number
}

/** The version itself is at fault, so trying again doesn't help. */
export class Unproven extends Error {
  override name = 'Unproven'
}

/**
 * Installs a release next to the running version, with the script that installed that one, and makes it run a real job. Throws what is
 * wrong; the running version isn't touched.
 */
export async function prepareRelease(
  config: Installed,
  release: AgentRelease,
  { signal, pace, bytesNeeded = INSTALL_BYTES }: Preparing = {},
): Promise<void> {
  const { home } = config
  await removeLeftovers(home)
  const { bavail, bsize } = await statfs(home)
  if (bavail * bsize < bytesNeeded)
    throw new Error(
      `There is less than ${bytesNeeded / 1e9} GB free in ${home}, too little for another version.`,
    )
  const env = { ...process.env, INFRA_NODE_HOME: home }
  // npm goes through one proxy only; the operator's own is the way out.
  const proxy = pace && !(await npmHasProxy()) ? await openPacedProxy(pace) : undefined
  try {
    await runWithLimit({
      program: 'sh',
      args: [],
      env: { ...env, ...proxy?.environment, INFRA_NODE_INSTALL: 'beside' },
      input: await installScript(config, release),
      seconds: proxy ? PACED_INSTALL_SECONDS : INSTALL_SECONDS,
      signal,
    })
  } finally {
    proxy?.close()
  }
  const folder = join(home, programIn(release.version))
  const args = ['doctor', '--quick']
  await runWithLimit({
    program: join(folder, 'infra-node.mjs'),
    args,
    env,
    seconds: PROVE_SECONDS,
    signal,
  }).catch(async (error) => {
    await rm(folder, { recursive: true, force: true })
    signal?.throwIfAborted()
    throw new Unproven(`It did not pass infra-node doctor on this machine: ${error.message}`, {
      cause: error,
    })
  })
}

/** The values come from the release, whose signature was verified, and from this node's own settings. */
async function installScript(
  { home, apiPrefix, updates }: Installed,
  release: AgentRelease,
): Promise<string> {
  const template = await readFile(join(home, 'program/install.sh'), 'utf8')
  const values = {
    NETWORK: new URL(apiPrefix).origin,
    API_URL: apiPrefix,
    VERSION: release.version,
    INTEGRITY: release.integrity,
    RELEASED_AT: release.releasedAt,
    SIGNER: updates.signer,
  }
  return Object.entries(values).reduce(
    (script, [name, value]) => script.replaceAll(`@${name}@`, () => String(value).replaceAll("'", '%27')),
    template,
  )
}

/** Leftovers of an installation that was killed. */
async function removeLeftovers(home: string): Promise<void> {
  for (const entry of await readdir(home)) {
    if (!entry.startsWith('installing-')) continue
    const path = join(home, entry)
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > HOUR_MS) await rm(path, { recursive: true, force: true })
  }
}
