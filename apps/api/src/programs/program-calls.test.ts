import { buffer } from 'node:stream/consumers'
import { leaseOf, releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sweepUnwanted } from '../jobs/calls/sweep-unwanted.ts'
import { reconcile } from '../ledger/reconcile.ts'
import { TIME_LIMITS } from '../server.ts'
import { cancelAll, failForGood, rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startApiProcess } from '../test/programs/start-api-process.ts'
import { startProgram } from '../test/programs/start-program.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'

/** How many calls are cut off, how many callers disconnect, and how often a process is killed; `npm run proof` does more. */
const CUT_CALLS = Number(process.env.PROOF_CUT_CALLS ?? 12)
const GONE_CALLERS = Number(process.env.PROOF_GONE_CALLERS ?? 8)
const CALLER_KILLS = Number(process.env.PROOF_CALLER_KILLS ?? 1)
/** How many clients call at once, each through its own proxy. Most of a call's time is the client's pause before its retry. */
const SIDE_BY_SIDE = 12

const { api, client, connect, alice, node, run, finishDuring } = await startProgram()
const { deps } = api
await liftRateLimits(deps)
await deps.db.execute(sql`update api_keys set cap_day = 1000000`)
// Thousands of jobs are looked up by their text.
await deps.db.execute(sql`create index on jobs (coalesce(input ->> 'text', input ->> 'prompt'))`)
const options = { timeout: 120_000 + (CUT_CALLS + GONE_CALLERS) * 2_000 + CALLER_KILLS * 60_000, retry: 0 }

/** `PROOF_SABOTAGE` removes one protection in the database; one of the tests must then fail. */
const sabotages: Record<string, string> = {
  // Retries don't find the earlier request.
  call_attach: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.fingerprint := gen_random_uuid()::text; return new; end $$;
    create trigger sabotage before insert on program_calls for each row execute function sabotage()`,
  // Jobs that nobody waits for count as wanted.
  call_wanted: `create function sabotage() returns trigger language plpgsql as $$ begin
    new.wanted_until := null; return new; end $$;
    create trigger sabotage before insert or update on program_calls for each row execute function sabotage()`,
}
const sabotage = sabotages[process.env.PROOF_SABOTAGE ?? '']
if (sabotage) await deps.db.execute(sabotage)

beforeEach(() => cancelAll(deps))

const speech = (input: string) => ({ model: 'speak', voice: 'fast', input })
const saying = (text: string) => sql`coalesce(input ->> 'text', input ->> 'prompt') = ${text}`
const jobsOf = (text: string) =>
  rowOf(
    deps,
    sql`select count(*)::int as jobs, count(*) filter (where status = 'finished')::int as finished,
      count(*) filter (where status in ('queued', 'running'))::int as open, coalesce(sum(charged), 0)::int as charged
    from jobs where ${saying(text)}`,
  )
/** Makes the callers of these jobs look as if they left `seconds` earlier, and sweeps. */
const lapse = async (text: string, seconds = 11) => {
  await deps.db.execute(
    sql`update program_calls set wanted_until = wanted_until - make_interval(secs => ${seconds})
      where job_id in (select id from jobs where ${saying(text)})`,
  )
  await sweepUnwanted(deps)
}

test(
  `${CUT_CALLS} calls whose responses are cut off are retried by the client, and each is one job, paid for once`,
  options,
  async () => {
    const calls = Array(CUT_CALLS).keys()
    const callAll = async () => {
      const cut = await startCutClient()
      for (const call of calls) await cut(`cut ${call}`, (call * 37) % 1_000)
    }
    await finishDuring(() => Promise.all(Array.from({ length: SIDE_BY_SIDE }, callAll)))
    expect(
      await rowOf(
        deps,
        sql`select count(*)::int as jobs, count(*) filter (where status = 'finished' and charged = 2)::int as paid
          from jobs where input ->> 'text' like 'cut %'`,
      ),
    ).toEqual({ jobs: CUT_CALLS, paid: CUT_CALLS })
    expect(await reconcile(deps.db)).toEqual([])
  },
)

/** OpenAI's client behind a proxy that cuts off the first response to each call within its headers, because it doesn't retry for bodies. */
async function startCutClient() {
  const proxy = await faultProxy(api.origin)
  const fetchAndRestore: typeof fetch = (...request) =>
    fetch(...request).catch(async (error) => {
      await proxy.restore()
      throw error
    })
  const cut = connect(proxy.url.replace(/\/$/, ''), fetchAndRestore)
  return async (text: string, afterBytes: number) => {
    await proxy.inject({ kind: 'cut', afterBytes })
    // The proxy counts bytes per connection, so each call needs a new one.
    const options = { maxRetries: 5, headers: { connection: 'close' } }
    const { headers, body } = await cut.audio.speech.create(speech(text), options)
    expect(headers.get('idempotency-replayed')).toBe('true')
    expect((await buffer(body!)).toString('latin1', 0, 4)).toBe('RIFF')
    expect(await jobsOf(text)).toMatchObject({ jobs: 1, finished: 1, charged: 2 })
  }
}

test(
  `cancels and refunds the jobs of ${GONE_CALLERS} callers that disconnect, queued or running`,
  options,
  async () => {
    const before = await alice.call(getCredits)
    for (let call = 0; call < GONE_CALLERS; call++) {
      const text = `gone ${call}`
      const disconnect = new AbortController()
      const options = { signal: disconnect.signal, maxRetries: 0 }
      const gone = client.audio.speech.create(speech(text), options).catch(() => 'gone')
      await eventually(async () => expect(await jobsOf(text)).toMatchObject({ open: 1 }))
      if (call % 2 === 1) await node.claim()
      // A job whose caller still waits is kept.
      await sweepUnwanted(deps)
      expect(await jobsOf(text)).toMatchObject({ open: 1 })
      disconnect.abort()
      expect(await gone).toBe('gone')
      await eventually(async () => {
        await lapse(text)
        expect(await jobsOf(text)).toMatchObject({ jobs: 1, open: 0, charged: 0 })
      })
    }
    expect(await alice.call(getCredits)).toEqual(before)
    expect(await reconcile(deps.db)).toEqual([])
  },
)

test(
  `cancels and refunds the jobs whose callers waited at an API process that is killed (kill -9) ${CALLER_KILLS}×`,
  options,
  async () => {
    const before = await alice.call(getCredits)
    for (let kill = 0; kill < CALLER_KILLS; kill++) {
      const text = `killed ${kill}`
      const killedApi = await startApiProcess(deps.config.databaseUrl)
      const callers = 1 + (kill % 4)
      const gone = Array.from({ length: callers }, () =>
        connect(killedApi.origin)
          .audio.speech.create(speech(text), { maxRetries: 0 })
          .catch(() => 'gone'),
      )
      await eventually(async () => expect(await jobsOf(text)).toMatchObject({ open: callers }))
      if (kill % 2 === 1) await node.claim()
      await killedApi.kill()
      expect(await Promise.all(gone)).toEqual(gone.map(() => 'gone'))
      await sweepUnwanted(deps)
      // The callers may be waiting at another process, so the jobs are kept for the half minute in which it would renew them.
      expect(await jobsOf(text)).toMatchObject({ open: callers })
      await lapse(text, 31)
      expect(await jobsOf(text)).toMatchObject({ jobs: callers, open: 0, charged: 0 })
    }
    expect(await alice.call(getCredits)).toEqual(before)
    expect(await reconcile(deps.db)).toEqual([])
  },
)

test('a caller who retries in time gets the same job', async () => {
  const disconnect = new AbortController()
  const first = client.audio.speech.create(speech('again'), { signal: disconnect.signal }).catch(() => 'gone')
  const job = await node.claim()
  disconnect.abort()
  expect(await first).toBe('gone')
  const repeat = client.audio.speech.create(speech('again'), {
    headers: { 'X-Stainless-Retry-Count': '1' },
  })
  const { response } = await Promise.all([repeat.withResponse(), node.finish(job)]).then(([answer]) => answer)
  expect(response.headers.get('infra-job')).toBe(job.jobId)
  expect(response.headers.get('idempotency-replayed')).toBe('true')
  expect(await jobsOf('again')).toMatchObject({ jobs: 1, finished: 1 })
})

test('the same call without a retry count is a new job; with an idempotency key it is the same job', async () => {
  await run(client.audio.speech.create(speech('twice')))
  await run(client.audio.speech.create(speech('twice')))
  expect(await jobsOf('twice')).toMatchObject({ jobs: 2, finished: 2 })
  const once = { headers: { 'Idempotency-Key': '"order-7"' } }
  const first = await run(client.audio.speech.create(speech('keyed'), once))
  const second = await client.audio.speech.create(speech('keyed'), once)
  expect(second.headers.get('infra-job')).toBe(first.headers.get('infra-job'))
  await expect(client.audio.speech.create(speech('another'), once)).rejects.toMatchObject({
    status: 400,
    code: 'idempotency_key_reused',
  })
})

test('a client retries a call that takes longer than one may wait, and gets the one result', async () => {
  const slow = await startProgram({ timeLimits: { ...TIME_LIMITS, callMs: 300 } })
  const answer = slow.client.audio.speech.create(speech('slow'), { maxRetries: 50 })
  const job = await slow.node.claim()
  const countAnswered = () =>
    rowOf(slow.api.deps, sql`select count(told_running_at)::int as answered from program_calls`)
  await eventually(async () => expect(await countAnswered()).toEqual({ answered: 1 }))
  await slow.node.finish(job)
  expect((await answer).headers.get('infra-job')).toBe(job.jobId)
  const { jobs } = await rowOf(slow.api.deps, sql`select count(*)::int as jobs from jobs`)
  expect(jobs).toBe(1)
})

test('cancels the job of a stream that its caller left, and keeps and charges the text written so far', async () => {
  const chunks = await client.completions.create({
    model: 'story-teller',
    prompt: 'Once',
    max_tokens: 256,
    stream: true,
  })
  const job = await node.claim()
  // 256 tokens of 4 characters each cost 4 credits, so 715 characters of 1,024 cost 3.
  const written = `Once there was ${'x'.repeat(700)}`
  const progress = { part: 0.9, stage: 'Writing' }
  await node.call(renewLease, { ...leaseOf(job), body: { progress, text: { at: 0, append: written } } })
  for await (const { choices } of chunks) if (choices[0]?.text.includes('there was')) break
  await eventually(async () => {
    await lapse('Once')
    expect(
      await rowOf(
        deps,
        sql`select status, charged::int, outputs #>> '{0,text}' as text from jobs where id = ${job.jobId}`,
      ),
    ).toEqual({ status: 'cancelled', charged: 3, text: written })
  })
})

test('a text that another node starts again ends the stream with an error and costs nothing', async () => {
  const order = { model: 'story-teller', prompt: 'Once', max_tokens: 256, stream: true } as const
  const chunks = await client.completions.create(order)
  const job = await node.claim()
  const write = (append: string, lease = job) =>
    node.call(renewLease, {
      ...leaseOf(lease),
      body: { progress: { part: 0.5, stage: 'Writing' }, text: { at: 0, append } },
    })
  await write('Once there was a fox')
  const read = async () => {
    for await (const { choices } of chunks) {
      if (!choices[0]?.text.includes('fox')) continue
      await node.call(releaseAttempt, leaseOf(job))
      await deps.db.execute(
        sql`update jobs set avoid_until = null, avoid_node_id = null where id = ${job.jobId}`,
      )
      await write('Once a hare ran away', await node.claim())
    }
  }
  await expect(read()).rejects.toMatchObject({ code: 'node_lost' })
  await eventually(async () =>
    expect(await rowOf(deps, sql`select status, charged::int from jobs where id = ${job.jobId}`)).toEqual({
      status: 'cancelled',
      charged: 0,
    }),
  )
})

test('a job that fails on every node is answered with its reason and costs nothing', async () => {
  const answer = client.audio.speech.create(speech('fails'), { maxRetries: 0 }).catch((error) => error)
  await failForGood(deps, node, 'app_failed')
  expect(await answer).toMatchObject({ status: 502, code: 'app_failed', type: 'server_error' })
  expect(await jobsOf('fails')).toMatchObject({ charged: 0 })
})
