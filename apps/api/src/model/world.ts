import { randomUUID } from 'node:crypto'
import { type Greeting, linkNewNode, signInNode } from '@infra/hand-node/sign-in'
import type { Assignment } from '@infra/protocol/attempts'
import type { Call } from '@infra/protocol/client'
import { uploadFile } from '@infra/protocol/files'
import type { Refusal } from '@infra/protocol/refusal'
import pg from 'pg'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createTestDatabase } from '../test/database.ts'
import { oneOf, type Random, seeded } from '../test/inputs/make-value.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { callWith, type Person, signInSomeone } from '../test/person.ts'
import { startTestApi, type TestApi } from '../test/start-test-api.ts'
import type { Invariant } from './invariants.ts'
import { sabotages } from './sabotages.ts'

const SERVERS = 3
const PEOPLE = 8
const NODES = 3

/** A picture of one pixel, so that inspecting it costs little. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface Actor {
  key: `0x${string}`
  person: Person
  jobs: string[]
  upload: string | undefined
}

export interface HandNode {
  account: PrivateKeyAccount
  operator: Actor
  token: string
  /** Its current attempts, as the agent reports them at its next sign-in. */
  holding: Assignment[]
}

/**
 * One database with several API servers. They run in one process but share nothing: each has its own connections, caches, turns and waiting
 * nodes, and they know of each other through PostgreSQL alone, as processes on several machines do.
 */
export interface World {
  random: Random
  servers: TestApi[]
  people: Actor[]
  moderator: Actor
  nodes: HandNode[]
  client: pg.Client
  /** How often each refusal occurred; `accepted` counts what wasn't refused. */
  outcomes: Map<string, number>
  close: () => Promise<void>
}

export async function openWorld(seed: number, sabotage?: Invariant): Promise<World> {
  const random = seeded(seed)
  const key = generatePrivateKey()
  const env = {
    DATABASE_URL: await createTestDatabase(),
    MODERATORS: privateKeyToAccount(key).address,
    QUEUE_PER_USER: '1000',
    LOG_LEVEL: 'error',
  }
  const servers: TestApi[] = []
  for (let index = 0; index < SERVERS; index++) servers.push(await startTestApi({ env }))
  await liftRateLimits(servers[0]!.deps)
  const actor = async (of = generatePrivateKey()): Promise<Actor> => ({
    key: of,
    person: await signInSomeone(servers[0]!, of),
    jobs: [],
    upload: undefined,
  })
  const people: Actor[] = []
  for (let index = 0; index < PEOPLE; index++) people.push(await actor())
  const client = new pg.Client({ connectionString: env.DATABASE_URL })
  await client.connect()
  const world: World = {
    random,
    servers,
    people,
    moderator: await actor(key),
    nodes: [],
    client,
    outcomes: new Map(),
    close: async () => {
      await client.end()
      await Promise.all(servers.map((server) => server.close()))
    },
  }
  for (let index = 0; index < NODES; index++) world.nodes.push(await linkNode(world, people[index]!))
  if (sabotage) await client.query(sabotages[sabotage])
  return world
}

/** At most two of them, so that jobs wait for each other. */
const GREETING: Greeting = { slots: 6, hardware: { cores: 2, memoryMb: 8192, mflops: 100, platform: 'test' } }

export async function linkNode(world: World, operator: Actor): Promise<HandNode> {
  const linked = await linkNewNode(callAs(world, operator), { ...GREETING, holding: [] })
  return { ...linked, operator, holding: [] }
}

/** Like the agent: every sign-in reports the attempts that it still has. */
export async function renewSession(world: World, node: HandNode): Promise<void> {
  const holding = node.holding.map(({ attemptId }) => attemptId)
  node.token = await signInNode(anyServer(world).call, node.account, { ...GREETING, holding })
}

export const anyServer = ({ random, servers }: World): TestApi => oneOf(random, servers)

export const callAs = (world: World, { person }: Actor): Call => callWith(anyServer(world), person.tokens)

export const callAsNode = (world: World, { token }: HandNode): Call =>
  callWith(anyServer(world), { tokenType: 'Bearer', accessToken: token })

export async function signInAgain(world: World, actor: Actor): Promise<void> {
  actor.person = await signInSomeone(anyServer(world), actor.key)
  actor.upload = undefined
}

export async function uploadOf(world: World, actor: Actor): Promise<string> {
  actor.upload ??= (await callAs(world, actor)(uploadFile, { file: new Blob([PICTURE]) })).id
  return actor.upload
}

export const newKey = () => randomUUID()

/** Refusals are expected where steps race; any other error is a bug and is thrown. */
export async function attempt<T>(world: World, work: () => Promise<T>): Promise<T | undefined> {
  const count = (outcome: string) => void world.outcomes.set(outcome, (world.outcomes.get(outcome) ?? 0) + 1)
  try {
    const answer = await work()
    count('accepted')
    return answer
  } catch (error) {
    const { code } = error as Refusal
    if (code === undefined || code === 'internal_error') throw error
    count(code)
    return undefined
  }
}
