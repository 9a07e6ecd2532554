import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Deps } from '../deps.ts'

export interface HeldStatement {
  /** How often it was answered by the database so far. */
  answers: () => number
  /** Lets the held answers through, and those to come. */
  release: () => void
}

/**
 * Holds back the database's answers to one statement, given by its name or a part of its text, so that a test can do something after
 * the statement ran and before its caller goes on.
 */
export function holdStatement({ db }: Pick<Deps, 'db'>, which: string): HeldStatement {
  const pool = (db as unknown as { session: { client: pg.Pool } }).session.client
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let answers = 0
  const holding =
    (query: Query): Query =>
    async (...given) => {
      const answer = await query(...given)
      const { name, text } = given[0] as { name?: string; text?: string }
      if (name !== which && !text?.includes(which)) return answer
      answers++
      await released
      return answer
    }
  const query = pool.query.bind(pool) as unknown as Query
  const connect = pool.connect.bind(pool) as unknown as Connect
  Object.assign(pool, {
    query: holding(query),
    // A transaction takes a connection of its own. The pool's own queries take one with a callback, and are held above.
    connect: async (callback?: unknown) => {
      const client = await connect(callback)
      return callback ? client : withQuery(client, holding(client.query.bind(client) as unknown as Query))
    },
  })
  onTestFinished(() => {
    release()
    Object.assign(pool, { query, connect })
  })
  return { answers: () => answers, release }
}

type Query = (...given: unknown[]) => Promise<unknown>
type Connect = (callback?: unknown) => Promise<pg.PoolClient>

/** The same connection with another `query`. The pool's own object stays as it is for its next user. */
function withQuery(client: pg.PoolClient, query: Query): pg.PoolClient {
  return new Proxy(client, {
    get: (target, name) => {
      if (name === 'query') return query
      const value = Reflect.get(target, name) as unknown
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
