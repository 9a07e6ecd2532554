import { resultOf, textOutput } from '@infra/hand-node/result'
import { linkNewNode } from '@infra/hand-node/sign-in'
import { withOrderKeys } from '@infra/hand-node/with-order-keys'
import { findApp } from '@infra/protocol/apps/catalogue'
import { type Assignment, claimJob, finishAttempt, leaseOf, renewLease } from '@infra/protocol/attempts'
import { type Call, createClient } from '@infra/protocol/client'
import { exchangeSignature, refreshTokens, requestChallenge } from '@infra/protocol/sessions'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { OneApi } from './one-api.ts'

const CREDITS = 1_000_000_000

export interface Person {
  /** In lower case, as in the database. */
  address: string
  headers: { authorization: string }
  call: Call
  /** Call it before each part of a benchmark that takes longer than a token is valid. */
  renew: () => Promise<void>
}

/** Signs in a new user with enough credits for any benchmark. */
export async function signInWithCredits(api: OneApi): Promise<Call> {
  return (await signInPerson(api)).call
}

/** The same, for benchmarks that need the user's address. */
export async function signInPerson({ prefix, database }: OneApi): Promise<Person> {
  const account = privateKeyToAccount(generatePrivateKey())
  const visitor = createClient({ prefix })
  const { message } = await visitor(requestChallenge, { body: { userId: account.address } })
  const signature = await account.signMessage({ message })
  let tokens = await visitor(exchangeSignature, { body: { userId: account.address, signature } })
  await fund(database, account.address.toLowerCase())
  // The rate limit isn't what is measured.
  await database.query(`
    create or replace function no_limit() returns trigger language plpgsql as $$ begin new.count := 0; return new; end $$;
    create or replace trigger no_limit before insert or update on rate_windows for each row execute function no_limit()`)
  const headers = { authorization: `Bearer ${tokens.accessToken}` }
  return {
    address: account.address.toLowerCase(),
    headers,
    call: withOrderKeys(createClient({ prefix, headers: () => headers })),
    renew: async () => {
      tokens = await visitor(refreshTokens, { body: { token: tokens.refreshToken } })
      headers.authorization = `Bearer ${tokens.accessToken}`
    },
  }
}

/** With ledger entries, so that the check of the books passes and payouts are measured too. */
async function fund(database: OneApi['database'], address: string): Promise<void> {
  await database.query(
    `with account as (update ledger_accounts set available = available + $2 where address = $1 returning id)
    insert into ledger_entries (event, line, kind, account, bucket, amount)
    select 'bench:' || $1, line, 'allowance', case line when 2 then id end, bucket, amount
    from account, (values (1, 'grants', -$2::bigint), (2, 'available', $2::bigint)) as lines (line, bucket, amount)`,
    [address, CREDITS],
  )
}

export interface HandNode {
  claim: (wait: number) => Promise<Assignment | null>
  /** Reports progress. */
  beat: (job: Assignment, part: number) => Promise<void>
  /**
   * Renews the lease and waits for the end of the job, as the agent does all the time; the response comes after this many seconds at the
   * latest.
   */
  awaitEnd: (job: Assignment, seconds: number, signal: AbortSignal) => Promise<void>
  finish: (job: Assignment) => Promise<void>
}

/** A node without a runner: it speaks the protocol, signs its receipts, and returns its input. */
export async function startHandNode({ prefix }: OneApi, operator: Call, appId = 'echo'): Promise<HandNode> {
  const { version } = findApp(appId)!
  const { account, token } = await linkNewNode(operator, { apps: [{ id: appId, version }] })
  const call = createClient({ prefix, headers: () => ({ authorization: `Bearer ${token}` }) })
  return {
    claim: (wait) => call(claimJob, { query: { wait } }),
    beat: async (job, part) => {
      await call(renewLease, {
        ...leaseOf(job),
        body: { progress: { part, stage: 'Running' } },
        query: { wait: 0 },
      })
    },
    awaitEnd: async (job, wait, signal) => {
      await call(renewLease, { ...leaseOf(job), body: {}, query: { wait } }, { signal })
    },
    finish: async (job) => {
      await call(
        finishAttempt,
        await resultOf(account, job, [textOutput(String(job.input.text ?? job.input.prompt))]),
      )
    },
  }
}
