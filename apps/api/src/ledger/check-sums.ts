import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { ACCOUNT_BUCKETS, eachBucket, NOTHING, type Sums } from './account-buckets.ts'
import type { Problem } from './books-problems.ts'
import type { BooksState, StepSize } from './books-step.ts'

interface AccountSums {
  account: string
  /** The stored sums, and the last entry that they include. */
  stored: Sums & { entry: number }
  /** Up to `last`; there were `count` entries. */
  added: Sums & { last: number; count: number }
}

/**
 * Adds up the entries of accounts again, from the first one or, if only one account is given, from $4. The condition on `s.account` keeps a
 * merge join from reading the sums of all accounts before $1.
 */
const addUp = statement<AccountSums>(
  'add-up-entries',
  `with part as (
    select a.id, coalesce(s.entry, 0) as entry, ${eachBucket((bucket) => `coalesce(s.${bucket}, 0) as ${bucket}`)}
    from ledger_accounts a left join ledger_sums s on s.account = a.id and s.account > $1
    where a.id > $1 order by a.id limit $2
  )
  select p.id as account,
    json_build_object('entry', p.entry, ${eachBucket((bucket) => `'${bucket}', p.${bucket}`)}) as stored, n.added
  from part p cross join lateral (
    select json_build_object('last', coalesce(max(id), 0), 'count', count(*),
      ${eachBucket((bucket) => `'${bucket}', coalesce(sum(amount) filter (where bucket = '${bucket}'), 0)`)}) as added
    from (
      select id, bucket, amount from ledger_entries where account = p.id and id > $4 and id <= p.entry order by id limit $3
    ) page
  ) n order by p.id`,
)

export interface SumsPage {
  /** Accounts whose entries were all added up. */
  done: string[]
  walking: BooksState['walking']
  lines: number
  problems: Problem[]
}

const NONE = { entry: 0, ...NOTHING }

/**
 * Checks the accounts after `walkedAccount`: whether their entries add up to the stored sums. Stops at an account with more entries than
 * one page, and then takes that one page by page.
 */
export async function checkSums(
  tx: Db,
  { walkedAccount, walking }: Pick<BooksState, 'walkedAccount' | 'walking'>,
  step: StepSize,
): Promise<SumsPage> {
  const isWithin = walking.entry > 0
  const rows = await addUp(tx, [walkedAccount, isWithin ? 1 : step.accounts, step.entries, walking.entry])
  const result: SumsPage = { done: [], walking: NONE, lines: 0, problems: [] }
  for (const { account, stored, added } of rows) {
    const total = isWithin ? plus(walking, added) : added
    result.lines += added.count
    if (added.count === step.entries) {
      result.walking = { ...plus(total, NONE), entry: added.last }
      break
    }
    result.done.push(account)
    if (inWords(total) !== inWords(stored)) {
      const problem = `account ${account} had ${inWords(stored)} at entry ${stored.entry}, its entries say ${inWords(total)}`
      result.problems.push({ kind: 'sums', key: account, problem })
    }
  }
  return result
}

/** The same for one account as a whole. */
export async function findWrongSums(tx: Db, account: string, step: StepSize): Promise<Problem | undefined> {
  const walkedAccount = Number(account) - 1
  for (let walking = NONE; ; ) {
    const page = await checkSums(tx, { walkedAccount, walking }, { ...step, accounts: 1 })
    if (page.walking.entry === 0) return page.problems[0]
    walking = page.walking
  }
}

const plus = (one: Sums, other: Sums): Sums => ({
  available: one.available + other.available,
  granted: one.granted + other.granted,
  held: one.held + other.held,
  pending: one.pending + other.pending,
})

const inWords = (sums: Sums) => ACCOUNT_BUCKETS.map((bucket) => sums[bucket]).join('/')
