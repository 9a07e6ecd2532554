import { textOutput } from '@infra/hand-node/result'
import type { AppId } from '@infra/protocol/apps/app'
import { type Assignment, claimJob } from '@infra/protocol/attempts'
import type { Job } from '@infra/protocol/jobs'
import { submitJob } from '@infra/protocol/jobs'
import { createLinkToken } from '@infra/protocol/nodes'
import { newTrustRecord, type TrustLevel, type TrustRecord } from '@infra/trust/levels/trust-record'
import { sql } from 'drizzle-orm'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { sweepChecks } from '../../checks/sweep-checks.ts'
import { transaction } from '../../db/transaction.ts'
import { createLogger } from '../../http/logger.ts'
import { changeTrust } from '../../trust/trust-records.ts'
import { startNode, type TestNode } from '../node.ts'
import { type Person, signInSomeone } from '../person.ts'
import { startTestApi, type TestApi } from '../start-test-api.ts'

/** Running a thousand results of a suspended node again takes some hundred. */
const ROUNDS_MAX = 2_000

export const STORY = { id: 'story-teller', version: 1 } satisfies { id: AppId; version: number }

/** A node that writes stories: for the same job, every honest node writes the same one. */
export interface StoryNode extends TestNode {
  /** Submits results that it hasn't computed. */
  isCheating: boolean
  /** Claims no jobs. */
  isAway: boolean
}

export interface CheckedNetwork {
  api: TestApi
  /** Runs the network's own nodes. */
  reference: Person
  startStoryNode: (level?: TrustLevel, operator?: Person) => Promise<StoryNode>
  startReference: () => Promise<StoryNode>
  /** Orders a story, and lets the nodes work until one of them has finished it. */
  makeStory: (person: Person, visibility?: 'public' | 'private') => Promise<Job>
  /** The same, but the result isn't drawn for a check. */
  makeUncheckedStory: (person: Person) => Promise<Job>
  /** The same on this node. With `keep`, the node claims the job but doesn't finish it. */
  makeStoryOn: (person: Person, node: StoryNode, options?: { keep?: boolean }) => Promise<Job>
  /** The last job that `makeStoryOn` kept. */
  kept: Assignment | undefined
  moderator: Person
  linkAgain: (node: StoryNode) => Promise<void>
  /** Has every node sign in again, because tokens expire. */
  signInAgain: () => Promise<void>
  /** Lets the nodes work until no check makes progress anymore. */
  settle: () => Promise<void>
}

interface Options {
  /** The result of an honest node. */
  write?: (job: Assignment) => string | Promise<string>
  /** The prompt of the next order. */
  prompt?: () => string
}

/** A network that checks its nodes, with people and nodes driven by the test. */
export async function startCheckedNetwork({
  write = continueStory,
  prompt = () => `Once ${crypto.randomUUID().slice(0, 8)}`,
}: Options = {}): Promise<CheckedNetwork> {
  const key = generatePrivateKey()
  const moderatorKey = generatePrivateKey()
  const api = await startTestApi({
    env: { REFERENCE_OPERATORS: privateKeyToAddress(key), MODERATORS: privateKeyToAddress(moderatorKey) },
  })
  const reference = await signInSomeone(api, key)
  const nodes: StoryNode[] = []
  const logger = createLogger(api.deps.config, { write: (line) => void api.logs.push(JSON.parse(line)) })

  const start = async (operator: Person) => {
    const node = Object.assign(await startNode(api, { operator, apps: [STORY] }), {
      isCheating: false,
      isAway: false,
    })
    nodes.push(node)
    return node
  }

  const work = async () => {
    while (await takeTurns(nodes, write));
  }

  const order = (person: Person, visibility: 'public' | 'private') => {
    const input = { prompt: prompt(), length: 16, seed: 7 }
    return person.call(submitJob, { body: { appId: STORY.id, input, visibility } })
  }

  const network: CheckedNetwork = {
    api,
    reference,
    moderator: await signInSomeone(api, moderatorKey),
    kept: undefined,
    linkAgain: async (node) => {
      const { token: linkToken } = await node.operator.call(createLinkToken)
      await node.signIn({ linkToken })
    },
    signInAgain: async () => {
      for (const node of nodes) node.call = await node.signIn()
    },
    makeStoryOn: async (person, node, { keep = false } = {}) => {
      const job = await order(person, 'public')
      const assigned = (await take(node))!
      if (keep) network.kept = assigned
      else await finishStory(node, assigned, write)
      return job
    },
    startReference: () => start(reference),
    startStoryNode: async (level = 'trusted', operator) => {
      const node = await start(operator ?? (await signInSomeone(api)))
      await setLevel(api, node, level)
      return node
    },
    makeStory: async (person, visibility = 'public') => {
      const job = await order(person, visibility)
      await work()
      return job
    },
    makeUncheckedStory: async (person) => {
      const job = await network.makeStory(person)
      await api.deps.db.execute(sql`delete from checks where state = 'open'`)
      await api.deps.db.execute(
        sql`update jobs set hidden = false, hidden_because = null, check_status = null where id = ${job.id}`,
      )
      return job
    },
    settle: async () => {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        await api.deps.db.execute(sql`update checks set next_at = now() where state = 'open'`)
        const before = await stateOf(api)
        await sweepChecks(api.deps, logger)
        await work()
        if ((await stateOf(api)) === before) return
      }
      throw new Error('The checks never settle.')
    },
  }
  return network
}

/** The state of all checks and their runs, to see whether anything changed. */
async function stateOf({ deps }: TestApi): Promise<string> {
  const { rows } = await deps.db.execute(sql`
    select (select count(*) from jobs where status = 'finished')
      || coalesce(string_agg(c.id || c.state || coalesce(c.job_id::text, '') || c.runs::text || coalesce(j.status, ''), ',' order by c.id, j.id), '') as state
    from checks c left join jobs j on j.id = any(c.runs)`)
  return String(rows[0]!.state)
}

async function take(node: StoryNode): Promise<Assignment | null> {
  return (await node.call(claimJob)) ?? null
}

/** Lets each node do at most one job: a node that waited until another had done all of its jobs would count as offline. */
async function takeTurns(
  nodes: readonly StoryNode[],
  write: NonNullable<Options['write']>,
): Promise<boolean> {
  let isBusy = false
  for (const node of nodes.filter(({ isAway }) => !isAway)) {
    const job = await take(node)
    if (job) await finishStory(node, job, write)
    isBusy ||= job !== null
  }
  return isBusy
}

async function finishStory(
  node: StoryNode,
  job: Assignment,
  write: NonNullable<Options['write']>,
): Promise<void> {
  const story = node.isCheating ? `${job.input.prompt}. ${crypto.randomUUID()}` : await write(job)
  await node.finish(job, [textOutput(story)])
}

function continueStory({ input }: Assignment): string {
  return `${input.prompt}, and so on until the end.`
}

/** Gives a node a level, as if it had earned it. */
export async function setLevel({ deps }: TestApi, node: TestNode, level: TrustLevel): Promise<void> {
  const at = deps.now().getTime()
  const record = { ...newTrustRecord({ linkedAt: at, appVersion: STORY.version }), level, lastCheckAt: at }
  const id = node.id.toLowerCase()
  await deps.db.execute(
    sql`update trust_records set record = ${JSON.stringify(record)}::jsonb where node_id = ${id} and app_id = ${STORY.id}`,
  )
  await transaction(deps.db, (tx) => changeTrust(tx, id, STORY.id, { type: 'time_passed', at }))
  deps.notifications.publish('node', id)
}

export async function levelOf({ api }: CheckedNetwork, node: TestNode): Promise<TrustRecord> {
  const { rows } = await api.deps.db.execute(
    sql`select record from trust_records where node_id = ${node.id.toLowerCase()} and app_id = ${STORY.id}`,
  )
  return rows[0]!.record as TrustRecord
}
