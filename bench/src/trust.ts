import { submitJob } from '@infra/protocol/jobs'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type HandNode, type Person, signInPerson, startHandNode } from './callers.ts'
import { exactCpuDuring } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const APP = 'story-teller'
const ROUNDS = 12
const JOBS_PER_ROUND = 100
/** Not counted: until then Node.js still compiles what it runs. */
const WARM_UP = 3

/** The operator of the network's own nodes, none of which is online. */
const REFERENCE = privateKeyToAddress(generatePrivateKey())

interface Network {
  api: OneApi
  person: Person
  node: HandNode
}

/**
 * Measures the cost of gates, draws, pending earnings and levels: claiming and finishing on a network that checks its nodes, against one
 * that doesn't, in turn. The second runs of checks aren't included.
 */
export async function trust(): Promise<Result> {
  const checked = await startNetwork({ REFERENCE_OPERATORS: REFERENCE })
  const unchecked = await startNetwork({})
  try {
    await trustAllNodes(checked.api)
    const claims = { checked: [] as number[], unchecked: [] as number[] }
    const finishes = { checked: [] as number[], unchecked: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [name, network] of Object.entries({ checked, unchecked })) {
        const cost = await costOfRound(network)
        claims[name as 'checked'].push(cost.claim)
        finishes[name as 'checked'].push(cost.finish)
      }
    }
    const claim = { checked: meanOf(claims.checked), unchecked: meanOf(claims.unchecked) }
    const finish = { checked: meanOf(finishes.checked), unchecked: meanOf(finishes.unchecked) }
    return {
      figures: [
        { what: 'a claim on a network that checks its nodes', value: claim.checked, unit: 'ms of CPU' },
        {
          what: 'against one that checks none',
          value: claim.checked / claim.unchecked,
          unit: 'x',
          atMost: 1.05,
        },
        { what: 'a result there', value: finish.checked, unit: 'ms of CPU' },
        {
          what: 'more than on one that checks none',
          value: finish.checked - finish.unchecked,
          unit: 'ms',
          atMost: 0.3,
        },
      ],
    }
  } finally {
    await checked.api.stop()
    await unchecked.api.stop()
  }
}

async function startNetwork(env: NodeJS.ProcessEnv): Promise<Network> {
  const api = await startOneApi(env)
  const person = await signInPerson(api)
  const operator = await signInPerson(api)
  return { api, person, node: await startHandNode(api, operator.call, APP) }
}

/** Gives nodes a level as if they had earned it, with enough pending earnings that few results are drawn. */
async function trustAllNodes({ database }: OneApi): Promise<void> {
  await database.query(`
    update trust_records set record = record || jsonb_build_object('level', 'trusted', 'lastCheckAt', extract(epoch from now()) * 1000);
    update nodes set levels = '{"${APP}": "trusted"}', session_id = session_id;
    update ledger_accounts set pending = 1000000 where id in (select account from nodes)`)
}

async function costOfRound({ api, person, node }: Network): Promise<{ claim: number; finish: number }> {
  await person.renew()
  for (let job = 0; job < JOBS_PER_ROUND; job++)
    await person.call(submitJob, { body: { appId: APP, input: { prompt: `Once ${job}` } } })
  const spent = { claim: 0, finish: 0 }
  const processes = { pid: api.pid, postmaster: api.postmaster }
  for (let done = 0; done < JOBS_PER_ROUND; done += SLOTS) {
    const jobs: NonNullable<Awaited<ReturnType<HandNode['claim']>>>[] = []
    spent.claim += await exactCpuDuring(processes, async () => {
      for (let slot = 0; slot < SLOTS; slot++) jobs.push((await node.claim(5))!)
    })
    spent.finish += await exactCpuDuring(processes, async () => {
      for (const job of jobs) await node.finish(job)
    })
  }
  return { claim: spent.claim / JOBS_PER_ROUND, finish: spent.finish / JOBS_PER_ROUND }
}

/** How many jobs a node has at once. */
const SLOTS = 4

function meanOf(values: number[]): number {
  const counted = values.slice(WARM_UP)
  return counted.reduce((sum, value) => sum + value, 0) / counted.length
}
