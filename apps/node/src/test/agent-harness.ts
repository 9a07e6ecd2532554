import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Assignment, finishAttempt } from '@infra/protocol/attempts'
import { startNodeSession } from '@infra/protocol/nodes'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { type RunningAgent, runAgent } from '../agent/agent.ts'
import type { MachineReader } from '../availability/read-machine.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log.ts'
import type { Received } from './scripted-api.ts'
import { type ScriptedNetwork, startScriptedNetwork } from './scripted-network.ts'
import { CACHE } from './test-runner.ts'

export const SOON = { timeout: 15_000 }

export interface HarnessAgent {
  dataDir: string
  /** Everything that it wrote. */
  lines: string[]
  ready: Promise<RunningAgent>
  ended: Promise<void>
  drain: () => void
  release: () => void
  stop: () => Promise<void>
}

/** A scripted network for each test of a file, and agents in this process that are stopped after it. */
export function agentHarness() {
  const agents: HarnessAgent[] = []
  const harness = {
    network: undefined as unknown as ScriptedNetwork,
    dataDir: async () => {
      const folder = await mkdtemp(join(root, 'data-'))
      await chmod(folder, 0o711)
      return folder
    },
    start: async (environment: Record<string, string> = {}, machine?: MachineReader) => {
      const settings = {
        API_URL: harness.network.prefix,
        NODE_DATA_DIR: await harness.dataDir(),
        // None that needs weights, unless the test is about them.
        NODE_APPS: 'echo,vectorise',
        NODE_SLOTS: '2',
        // Real packs are fetched once for all tests; a registry that a test simulates fills a folder of its own.
        ...('WEIGHTS_MIRROR' in environment ? {} : { WEIGHTS_CACHE: CACHE }),
        ...environment,
      }
      const agent = startAgent(settings, machine)
      agents.push(agent)
      return agent
    },
    finishes: () => harness.network.at(finishAttempt),
    finishOf: (job: Assignment): Received[] =>
      harness.finishes().filter(({ params }) => params.id === job.attemptId),
    /** What the agent last reported about itself. */
    greeting: () => harness.network.at(startNodeSession).at(-1)!.body,
  }
  let root = ''
  beforeEach(async () => {
    root ||= await mkdtemp(join(tmpdir(), 'infra-agent-'))
    // If the tests run as root, jobs run as another user.
    await chmod(root, 0o711)
    harness.network = await startScriptedNetwork()
  })
  afterEach(async () => {
    await Promise.all(agents.splice(0).map(({ stop }) => stop()))
    await harness.network.down()
  })
  afterAll(() => rm(root, { recursive: true, force: true }))
  return harness
}

function startAgent(environment: Record<string, string>, machine?: MachineReader): HarnessAgent {
  const config = readConfig(environment)
  const [drain, release] = [new AbortController(), new AbortController()]
  const lines: string[] = []
  const ready = Promise.withResolvers<RunningAgent>()
  const ended = runAgent({
    config,
    log: createLog('debug', (line) => lines.push(line)),
    say: (text) => lines.push(text),
    onReady: ready.resolve,
    drain: drain.signal,
    release: release.signal,
    machine,
  })
  ended.catch(() => {})
  const agent: HarnessAgent = {
    dataDir: config.dataDir,
    lines,
    ended,
    ready: ready.promise,
    drain: () => drain.abort(new Error('draining')),
    release: () => release.abort(new Error('releasing')),
    stop: async () => {
      agent.drain()
      agent.release()
      await ended.catch(() => {})
    },
  }
  return agent
}
