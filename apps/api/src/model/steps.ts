import { plausibleOutputs } from '@infra/hand-node/plausible-outputs'
import { resultOf } from '@infra/hand-node/result'
import {
  claimJob,
  failAttempt,
  finishAttempt,
  leaseOf,
  releaseAttempt,
  renewLease,
} from '@infra/protocol/attempts'
import { reportJob } from '@infra/protocol/job-reports'
import {
  cancelJob,
  deleteJob,
  favoriteJob,
  retryJob,
  submitJob,
  unfavoriteJob,
  updateJob,
} from '@infra/protocol/jobs'
import { judgeJob } from '@infra/protocol/moderation'
import { deleteMe } from '@infra/protocol/my-data'
import { removeNode } from '@infra/protocol/nodes'
import { sweepLeases } from '../attempts/sweep-leases.ts'
import { isDatabaseAway } from '../db/database-away.ts'
import { QUERY_CANCELED, sqlStateOf } from '../db/sql-state.ts'
import { expireJobs } from '../jobs/expire-jobs.ts'
import { rollUp } from '../jobs/roll-up.ts'
import { grantAllowances } from '../ledger/grant-allowances.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { oneOf } from '../test/inputs/make-value.ts'
import {
  type Actor,
  anyServer,
  attempt,
  callAs,
  callAsNode,
  type HandNode,
  linkNode,
  newKey,
  renewSession,
  signInAgain,
  uploadOf,
  type World,
} from './world.ts'

/** What a step works with: a person and a node, and a job that is mostly the person's own. */
interface Scene {
  actor: Actor
  node: HandNode
  job: string
}

type Step = (world: World, scene: Scene) => Promise<unknown>

/** One of eight has files, since inspecting files is slow. */
async function order(world: World, { actor }: Scene, copies = 1): Promise<void> {
  const key = newKey()
  const visibility = oneOf(world.random, ['public', 'private'] as const)
  const image = world.random() < 0.12 ? await attempt(world, () => uploadOf(world, actor)) : undefined
  const body = image
    ? { appId: 'read-text', input: { image }, visibility, inputFilesHidden: world.random() < 0.5 }
    : { appId: 'write', input: { prompt: key, length: 16 }, visibility }
  const orders = Array.from({ length: copies }, () =>
    attempt(world, () => callAs(world, actor)(submitJob, { headers: { 'idempotency-key': key }, body })),
  )
  const ids = new Set((await Promise.all(orders)).flatMap((job) => job?.id ?? []))
  if (ids.size > 1 && !process.env.MODEL_SABOTAGE) throw new Error(`One key made ${ids.size} jobs.`)
  actor.jobs.push(...ids)
}

async function claim(world: World, { node }: Scene, wait = 0): Promise<void> {
  const job = await attempt(world, () => callAsNode(world, node)(claimJob, { query: { wait } }))
  if (job) node.holding.push(job)
}

/** The lease that it has had longest; sometimes it stays in the list, so that it's used twice. */
function takeLease(world: World, node: HandNode) {
  return world.random() < 0.85 ? node.holding.shift() : node.holding[0]
}

const finish: Step = async (world, { node }) => {
  const lease = takeLease(world, node)
  if (!lease) return
  await attempt(world, async () => {
    const call = callAsNode(world, node)
    return call(finishAttempt, await resultOf(node.account, lease, await plausibleOutputs(call, lease)))
  })
}

const leased =
  (work: (world: World, node: HandNode, lease: HandNode['holding'][number]) => Promise<unknown>): Step =>
  async (world, { node }) => {
    const lease = takeLease(world, node)
    if (lease) await attempt(world, () => work(world, node, lease))
  }

const fail = leased((world, node, lease) =>
  callAsNode(world, node)(failAttempt, {
    ...leaseOf(lease),
    body: { reason: 'out_of_memory', detail: 'model', final: world.random() < 0.5 },
  }),
)
const release = leased((world, node, lease) => callAsNode(world, node)(releaseAttempt, leaseOf(lease)))
const beat: Step = async (world, { node }) => {
  const [lease] = node.holding
  if (!lease) return
  const progress = { part: world.random(), stage: 'Working' }
  // People who cancel after this pay for what was shown.
  const text = { at: 0, append: 'shown' }
  await attempt(world, () =>
    callAsNode(world, node)(renewLease, { ...leaseOf(lease), query: {}, body: { progress, text } }),
  )
}

const own =
  (work: (world: World, scene: Scene) => Promise<unknown>): Step =>
  (world, scene) =>
    attempt(world, () => work(world, scene))

const sqlStep =
  (statement: string, sweep: (server: ReturnType<typeof anyServer>) => Promise<unknown>): Step =>
  async (world) => {
    await anyServer(world).deps.db.execute(statement)
    await sweep(anyServer(world))
  }

const COMES_BACK_SHARE = 0.8

const deleteAccount: Step = async (world, { actor }) => {
  const { length } = actor.jobs
  await attempt(world, async () => {
    await callAs(world, actor)(deleteMe)
    actor.jobs.splice(0, length)
    // Most people come back right away, while what was running still ends.
    if (world.random() < COMES_BACK_SHARE) await comeBack(world, actor)
  })
}

/** With new nodes if they had some, because the old ones were deleted with the account. */
async function comeBack(world: World, actor: Actor): Promise<void> {
  await signInAgain(world, actor)
  for (const node of world.nodes) {
    if (node.operator === actor) Object.assign(node, await linkNode(world, actor))
  }
}

const relink: Step = async (world, { node }) => {
  const params = { id: node.account.address }
  await attempt(world, () => callAs(world, node.operator)(removeNode, { params }))
  const fresh = await attempt(world, () => linkNode(world, node.operator))
  if (fresh) Object.assign(node, fresh)
}

const allowance: Step = (world, { actor: { person } }) => {
  const day = `2026-01-${10 + Math.floor(world.random() * 20)}`
  return grantAllowances(anyServer(world).deps.db, day, [
    { address: person.address.toLowerCase(), credits: 1_000 },
  ])
}

/** Each with how often it's chosen. */
const steps: [weight: number, step: Step][] = [
  [14, order],
  [5, (world, scene) => order(world, scene, 2)],
  // A node that is already waiting gets the order right away.
  [4, (world, scene) => Promise.all([claim(world, scene, 1), order(world, scene)])],
  [14, claim],
  [14, finish],
  [5, fail],
  [3, release],
  [3, beat],
  [8, own((world, { actor, job }) => callAs(world, actor)(cancelJob, { params: { id: job } }))],
  [4, own((world, { actor, job }) => callAs(world, actor)(deleteJob, { params: { id: job } }))],
  [
    4,
    own((world, { actor, job }) =>
      callAs(world, actor)(retryJob, { params: { id: job }, headers: { 'idempotency-key': newKey() } }),
    ),
  ],
  [
    4,
    own((world, { actor, job }) =>
      callAs(world, actor)(updateJob, {
        params: { id: job },
        body: oneOf(world.random, [
          { visibility: 'public' },
          { visibility: 'private' },
          { inputFilesHidden: true },
          { inputFilesHidden: false },
        ] as const),
      }),
    ),
  ],
  [4, own((world, { actor, job }) => callAs(world, actor)(favoriteJob, { params: { id: job } }))],
  [2, own((world, { actor, job }) => callAs(world, actor)(unfavoriteJob, { params: { id: job } }))],
  [
    2,
    own((world, { actor, job }) =>
      callAs(world, actor)(reportJob, { params: { id: job }, body: { reason: 'other' } }),
    ),
  ],
  [
    3,
    own((world, { job }) => {
      const act = oneOf(world.random, ['hide', 'restore', 'dismiss'] as const)
      return callAs(world, world.moderator)(judgeJob, { params: { id: job }, body: { act, why: 'model' } })
    }),
  ],
  [2, deleteAccount],
  [1, relink],
  [2, (world, { node }) => attempt(world, () => renewSession(world, node))],
  [8, allowance],
  [
    3,
    sqlStep(
      `update leases set lease_until = now() - interval '1 second' where job_id in
        (select job_id from leases order by random() limit 1 for update skip locked)`,
      ({ deps }) => sweepLeases(deps),
    ),
  ],
  [
    1,
    sqlStep(
      `update jobs set expires_at = now() - interval '1 second' where id in
        (select id from jobs where status in ('queued', 'running') order by random() limit 1 for update skip locked)`,
      ({ deps }) => expireJobs(deps),
    ),
  ],
  [2, (world) => rollUp(anyServer(world).deps.db)],
  [1, (world) => reconcile(anyServer(world).deps.db)],
]
const total = steps.reduce((sum, [weight]) => sum + weight, 0)

function chooseStep({ random }: World): Step {
  let rest = random() * total
  for (const [weight, step] of steps) {
    rest -= weight
    if (rest < 0) return step
  }
  return order
}

function chooseScene(world: World, actor: Actor): Scene {
  const { random, people, nodes } = world
  // Mostly the newest, which others are working on at the same moment.
  const jobsOf = (random() < 0.8 ? actor : oneOf(random, people)).jobs
  const job = jobsOf.at(-1 - Math.floor(random() ** 2 * Math.min(jobsOf.length, 8))) ?? newKey()
  return { actor, node: oneOf(random, nodes), job }
}

/** Sweeps that find no free connection in time, or take too long, run again later; callers get a refusal. */
async function unlessPutOff(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!isDatabaseAway(error) && sqlStateOf(error) !== QUERY_CANCELED) throw error
  })
}

/** A few steps of one person, two or three of them simultaneous, next to those of all other sequences. */
export async function runSequence(world: World): Promise<void> {
  const actor = oneOf(world.random, world.people)
  for (let round = 0; round < 2; round++) {
    const width = 2 + Math.floor(world.random() * 2)
    await Promise.all(
      Array.from({ length: width }, () =>
        unlessPutOff(() => chooseStep(world)(world, chooseScene(world, actor))),
      ),
    )
  }
}

/** Signs in people who were signed out or deleted, ends nodes' pauses, and links nodes that lost their operator. */
export async function normalize(world: World): Promise<void> {
  for (const actor of world.people) {
    const { rows } = await world.client.query(
      'select from sessions where address = $1 and revoked_at is null',
      [actor.person.address.toLowerCase()],
    )
    if (rows.length === 0) await signInAgain(world, actor)
  }
  await world.client.query(
    "update nodes set paused_until = null, recent_tries = 0, pauses = 0, paused_apps = '{}'",
  )
  for (const node of world.nodes) {
    const { rows } = await world.client.query('select from nodes where id = $1 and removed_at is null', [
      node.account.address.toLowerCase(),
    ])
    if (rows.length === 0) Object.assign(node, await linkNode(world, node.operator))
  }
  await rollUp(anyServer(world).deps.db)
}
