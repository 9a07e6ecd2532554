import type pg from 'pg'
import { onTestFinished } from 'vitest'
import type { Deps } from '../deps.ts'

export interface HeldStatement {
  /** How often it was answered by the database so far. */
  answers: () => number
  /** Lets its answers through, those that are held and those to come. */
  release: () => void
}

/**
 * Holds back what the database answers to one statement, known by its name or by a piece of its text: what happens
 * meanwhile happens after it looked.
 */
export function holdStatement({ db }: Pick<Deps, 'db'>, which: string): HeldStatement {
  const pool = (db as unknown as { session: { client: pg.Pool } }).session.client
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let answers = 0
  const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<unknown>
  const held = async (...given: unknown[]) => {
    const answer = await query(...given)
    const { name, text } = given[0] as { name?: string; text?: string }
    if (name !== which && !text?.includes(which)) return answer
    answers++
    await released
    return answer
  }
  Object.assign(pool, { query: held })
  onTestFinished(() => {
    release()
    Object.assign(pool, { query })
  })
  return { answers: () => answers, release }
}
