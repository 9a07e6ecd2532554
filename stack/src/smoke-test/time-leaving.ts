import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, createClient } from '@infra/protocol/client'
import { cancelJob, getJob, type Job, submitJob } from '@infra/protocol/jobs'
import { createLinkToken, getNode, listNodes } from '@infra/protocol/nodes'
import { ROOT } from '../root.ts'
import { type Say, signInAsNewUser } from './new-user.ts'

const SECONDS_MAX = 5
const NAME = 'busy-machine'

/** A job that takes longer than this test. */
const ORDER = { appId: 'speak', input: { text: 'The owner of this machine is away. '.repeat(55) } }

/**
 * The agent as operators run it, with a limit on other programs' load, on a machine that then becomes busy: how long until its running job
 * is given back, and whether that counts against it. Needs a network without other nodes: `RUN_NODE=off npm start`.
 */
export async function timeLeaving(origin: string, say: Say): Promise<void> {
  const prefix = `${origin}/api`
  const visitor = createClient({ prefix })
  const folder = await mkdtemp(join(tmpdir(), 'infra-busy-machine-'))
  const { token } = await (await signInAsNewUser(prefix))(createLinkToken)
  const agent = startAgent({ API_URL: origin, NODE_DATA_DIR: folder, LINK_TOKEN: token })
  let spinning: ChildProcess[] = []
  try {
    const person = await signInAsNewUser(prefix)
    const { id: node } = await untilOnline(visitor)
    const { id } = await person(submitJob, { body: ORDER })
    await jobOnce(person, id, ({ status, progress }) => status === 'running' && progress.part > 0)
    say('The node runs a job. Now the machine becomes busy.')
    const busyAt = performance.now()
    spinning = cpus().map(() => spawn(process.execPath, ['-e', 'for (;;);']))
    const { status } = await jobOnce(person, id, (job) => job.status !== 'running')
    const seconds = (performance.now() - busyAt) / 1_000
    const { away, lastDay, maintenanceReason } = await visitor(getNode, { params: { id: node } })
    say(
      `After ${seconds.toFixed(1)} s the job is ${status}, and the node is away: ${away}. Failed: ${lastDay.failed}.`,
    )
    await person(cancelJob, { params: { id } })
    if (status !== 'queued' || away !== 'load' || lastDay.failed > 0)
      throw new Error(`That is not how a node leaves: ${maintenanceReason}`)
    if (seconds > SECONDS_MAX) throw new Error(`It took longer than ${SECONDS_MAX} s.`)
  } finally {
    for (const child of spinning) child.kill('SIGKILL')
    agent.kill('SIGTERM')
    await once(agent, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
}

function startAgent(env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, [join(ROOT, 'apps/node/src/main.ts'), 'start'], {
    env: {
      ...process.env,
      ...env,
      NODE_NAME: NAME,
      NODE_APPS: ORDER.appId,
      NODE_SLOTS: '1',
      NODE_MAX_LOAD: '40',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function untilOnline(visitor: Call) {
  for (;;) {
    const { items } = await visitor(listNodes, { query: { search: NAME, state: 'online', sort: 'newest' } })
    if (items[0]) return items[0]
    await sleep(500)
  }
}

async function jobOnce(person: Call, id: string, isSo: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await person(getJob, { params: { id } })
    if (isSo(job)) return job
    if (job.status === 'error' || job.status === 'finished')
      throw new Error(`The job ended as ${job.status}.`)
    await sleep(50)
  }
}
