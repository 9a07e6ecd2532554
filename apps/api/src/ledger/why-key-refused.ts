import { type Amounts, Refusal } from '@infra/protocol/refusal'
import { keyEnded } from '../auth/api-keys.ts'
import type { Db } from '../db/client.ts'
import { statement } from '../db/statement.ts'
import { SPENT_TODAY } from './movements.ts'

interface KeyState {
  isUsable: boolean
  capTotal: number | null
  capDay: number
  capJob: number | null
  openMax: number
  spent: number
  spentToday: number
  open: number
}

const selectState = statement<KeyState>(
  'find-key-state',
  `select k.revoked_at is null and k.expires_at > now() as "isUsable", k.cap_total::float8 as "capTotal", k.cap_day::float8 as "capDay",
    k.cap_job::float8 as "capJob", k.open_max as "openMax", k.spent::float8 as spent, ${SPENT_TODAY}::float8 as "spentToday",
    (select count(*)::int from jobs where payer = k.account and key_id = k.id and status in ('queued', 'running') and batch_id is null) as open
  from api_keys k where k.id = $1`,
)

/** Why `spendByKey` refused a job of this price, if the key was the reason. */
export async function whyKeyRefused(
  db: Db,
  key: string,
  { price, perJob = price, what = 'job' }: { price: number; perJob?: number; what?: 'job' | 'batch' },
): Promise<Refusal | undefined> {
  const [state] = await selectState(db, [key])
  if (!state?.isUsable) return keyEnded()
  const { capTotal, capDay, capJob, openMax, spent, spentToday, open } = state
  const amounts = { needed: price, keyLeft: leftOfKey(state) }
  if (perJob > (capJob ?? perJob))
    return overCap(`This job costs ${credits(perJob)}; this key may spend ${capJob} per job.`, amounts)
  if (capTotal !== null && spent + price > capTotal)
    return overCap(leftOf(what, '', price, capTotal - spent), amounts)
  if (spentToday + price > capDay) return overCap(leftOf(what, ' today', price, capDay - spentToday), amounts)
  if (what === 'job' && open >= openMax) {
    return new Refusal(
      'queue_limit',
      `This key may have only so many jobs open at once: ${openMax}. Let one finish first.`,
      {
        retryAfterSeconds: 10,
      },
    )
  }
  return undefined
}

/** What a key can still spend, in total and today. */
export function leftOfKey(key: Pick<KeyState, 'capTotal' | 'capDay' | 'spent' | 'spentToday'>) {
  const total = key.capTotal === null ? null : Math.max(0, key.capTotal - key.spent)
  const today = Math.max(0, key.capDay - key.spentToday)
  return { total, day: total === null ? today : Math.min(total, today) }
}

const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)

function leftOf(what: string, when: string, price: number, left: number): string {
  return `This ${what} costs ${credits(price)}; this key has ${Math.max(0, left)} left${when}.`
}

function overCap(sentence: string, amounts: Amounts): Refusal {
  return new Refusal('key_cap', sentence, { amounts })
}

const noteCapReached = statement(
  'note-cap-reached',
  `with noted as (insert into key_events (id, key_id, at, kind, details)
  select $1, k.id, now(), 'cap_reached', jsonb_build_object('sentence', $3::text) from api_keys k
  where k.id = $2 and not exists (select from key_events e where e.key_id = k.id and e.kind = 'cap_reached' and e.at > now() - interval '1 day')
  returning key_id)
  select announce(k.address, 'key.cap_reached', null, jsonb_build_object('key', k.id, 'name', k.name, 'reason', $3::text))
  from noted join api_keys k on k.id = noted.key_id`,
)

/** At most once a day: a program that keeps trying adds nothing new. */
export async function recordCapReached(
  db: Db,
  eventId: string,
  key: string,
  sentence: string,
): Promise<void> {
  await noteCapReached(db, [eventId, key, sentence])
}
