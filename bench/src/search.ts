import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { signInPerson } from './callers.ts'
import { insertEnded } from './fill-jobs.ts'
import { cpuMsOf, percentile, postgresCpuMs, timed } from './measure.ts'
import { type OneApi, startOneApi } from './one-api.ts'
import type { Result } from './results.ts'

const RESULTS = 100_000
/** This many have their own text, whose vector the API computes. Each of the others mixes the words and the vectors of two of them. */
const EMBEDDED = 2_000
const BATCH = 10_000

/** Each is searched once, so that none is cached. */
const QUERIES = 200

/** The same cache as that of the tests. */
const WEIGHTS = fileURLToPath(new URL('../../node_modules/.cache/infra-weights', import.meta.url))

const subjects =
  `fox, lighthouse, fisherman, dragon, violin, astronaut, puppy, castle, train, balloon, robot, dancer, turtle, bakery, library, volcano, sailor,
  gardener, wolf, comet, bridge, teacher, island, clock, market`.split(/,\s+/)
const actions =
  `sleeping, burning, singing, waiting, dancing, falling, growing, hiding, travelling, melting, glowing, laughing, working, dreaming, drifting, building`.split(
    /,\s+/,
  )
const places =
  `in the snow, by the sea, at night, under a bridge, on the moon, in a quiet village, during a storm, in a field of lavender, at the end of the world,
  in an old photograph, above the clouds, in the rain`.split(/,\s+/)
const all = subjects.flatMap((subject) =>
  actions.flatMap((action) => places.map((place) => `A ${subject} ${action} ${place}`)),
)

/**
 * Measures a search among 100,000 results over HTTP, including the query's embedding: by a word that one in twenty-five has, by a rare word,
 * by other words, and by person. The reference, in the same run: a page of the feed for a signed-in user.
 */
export async function search(): Promise<Result> {
  const api = await startOneApi({ WEIGHTS_CACHE: WEIGHTS })
  try {
    const person = await signInPerson(api)
    await insertEnded(api.database, { from: 1, to: RESULTS, person: person.address })
    await giveTexts(api)
    await embedSome(api)
    await mixOthers(api)
    await api.database.query('vacuum analyze')
    const ask = (path: string) =>
      timed(async () => (await fetch(api.prefix + path, { headers: person.headers })).text())
    const searchFor = (q: string) => ask(`/job/search?q=${encodeURIComponent(q)}`)
    const firstMs = await searchFor('the very first search')
    const [apiBefore, postgresBefore] = [cpuMsOf(api.pid), postgresCpuMs(api.postmaster)]
    const times: number[] = []
    for (const q of queries(person.address)) times.push(await searchFor(q))
    const apiMs = (cpuMsOf(api.pid) - apiBefore) / times.length
    const postgresMs = (postgresCpuMs(api.postmaster) - postgresBefore) / times.length
    const feed: number[] = []
    for (let time = 0; time < QUERIES; time++) feed.push(await ask('/job/finished?limit=25'))
    return { figures: figuresOf({ times, feed, apiMs, postgresMs, firstMs }) }
  } finally {
    await api.stop()
  }
}

function figuresOf(measured: {
  times: number[]
  feed: number[]
  apiMs: number
  postgresMs: number
  firstMs: number
}): Result['figures'] {
  const { times, feed, apiMs, postgresMs, firstMs } = measured
  return [
    { what: 'a search among 100,000 results, p50', value: percentile(times, 0.5), unit: 'ms', atMost: 50 },
    { what: 'p99', value: percentile(times, 0.99), unit: 'ms' },
    { what: 'CPU of the API, without the embedder', value: apiMs, unit: 'ms' },
    { what: 'CPU of PostgreSQL', value: postgresMs, unit: 'ms' },
    { what: 'a page of the feed, p50', value: percentile(feed, 0.5), unit: 'ms' },
    { what: 'the first search of a process, which reads the signs of all', value: firstMs, unit: 'ms' },
  ]
}

function queries(address: string): string[] {
  const kinds = [
    (place: number) => `${subjects[place % subjects.length]} ${actions[place % actions.length]}`,
    (place: number) => `number${(place * 7919) % RESULTS}`,
    (place: number) => `animal that is ${actions[place % actions.length]} ${place} times outdoors`,
    (place: number) => `${subjects[place % subjects.length]} of ${address.slice(2, 6)}${place}`,
  ]
  return Array.from({ length: QUERIES }, (_, place) => kinds[place % kinds.length]!(place))
}

async function giveTexts({ database }: OneApi): Promise<void> {
  await database.query(
    `update jobs set app_id = 'imagine', input = jsonb_build_object('prompt', ($1::text[])[1 + (position * 31) % $2::int] || ', number' || position)`,
    [all, all.length],
  )
  await database.query(`update search_entries set try_after = now() + interval '1 day' where position > $1`, [
    EMBEDDED,
  ])
}

/** Computed by the API itself, as for new results. */
async function embedSome({ database }: OneApi): Promise<void> {
  const waiting = 'select count(*)::int as count from search_entries where vector is null and position <= $1'
  while ((await database.query(waiting, [EMBEDDED])).rows[0].count > 0) await sleep(500)
}

async function mixOthers({ database }: OneApi): Promise<void> {
  const { rows } = await database.query<{ vector: Buffer }>(
    'select vector from search_entries where vector is not null order by position',
  )
  const known = rows.map(({ vector }) => new Int8Array(vector))
  for (let from = EMBEDDED; from < RESULTS; from += BATCH) {
    const positions = Array.from({ length: Math.min(BATCH, RESULTS - from) }, (_, at) => from + at + 1)
    const mixed = positions.map((position) =>
      mixtureOf(known[position % known.length]!, known[(position * 17) % known.length]!),
    )
    await database.query(
      `update search_entries e set app_id = 'imagine', words = to_tsvector('english', 'Imagine ' || (j.input ->> 'prompt')), vector = given.vector,
        signs = given.signs, written_by = pg_current_xact_id()
      from unnest($1::bigint[], $2::bytea[], $3::bytea[]) as given (position, vector, signs) join jobs j on j.position = given.position
      where e.job_id = j.id`,
      [positions, mixed.map(({ vector }) => vector), mixed.map(({ signs }) => signs)],
    )
  }
}

function mixtureOf(one: Int8Array, other: Int8Array): { vector: Buffer; signs: Buffer } {
  const vector = one.map((value, at) => Math.round((value + other[at]!) / 2))
  const signs = Buffer.alloc(vector.length / 8)
  vector.forEach((value, at) => {
    if (value > 0) signs[at >> 3]! |= 1 << (at & 7)
  })
  return { vector: Buffer.from(vector.buffer), signs }
}
