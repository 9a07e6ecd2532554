import { getAgentRelease } from '@infra/protocol/updates/node-updates'
import { caller } from '../agent/session.ts'
import { exitCodes } from '../agent/stopped.ts'
import { agentVersion } from '../agent-version.ts'
import { limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { checkRelease } from '../updates/check-release.ts'
import { prepareRelease } from '../updates/prepare-release.ts'
import { changeUpdateState, programIn, readReleasedAt } from '../updates/update-state.ts'

/** Installs the network's version of the agent, even if updates are off or it failed before; with `--check`, only checks for one. */
export async function update(config: Config, _log: Log, [flag]: string[]): Promise<number> {
  const { home, apiPrefix, updates } = config
  if (!home || !agentVersion.includes('-b'))
    throw new Error('Only an installed agent updates itself. In a checkout: git pull.')
  if (!updates.signer)
    throw new Error('This agent was installed by an older script. Run the line from the Nodes page again.')
  try {
    const signed = await caller(apiPrefix)(getAgentRelease, {}, { seconds: 15 })
    const installed = {
      version: agentVersion,
      releasedAt: await readReleasedAt(home),
      signer: updates.signer,
    }
    const verdict = await checkRelease(signed, { ...installed, pin: updates.pin })
    if (verdict.kind === 'refuse') throw new Error(verdict.problem)
    if (verdict.kind === 'keep') {
      console.log(verdict.why)
      return 0
    }
    const { release } = verdict
    console.log(`This is ${agentVersion}; the network has ${release.version}, and its signature is right.`)
    if (flag === '--check') return 0
    console.log('Installing it, and running a job with it. This takes a few minutes.')
    await prepareRelease({ ...config, home }, release, { pace: limitBandwidth(config.bandwidth).down })
    await changeUpdateState(home, { next: programIn(release.version) })
    console.log('It is ready, and runs from the next start on. If the node is running, restart it.')
    return 0
  } catch (error) {
    console.error(`The agent stays at ${agentVersion}. ${(error as Error).message}`)
    return exitCodes.failed
  }
}
