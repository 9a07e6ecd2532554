import pg from 'pg'

type Answered = (error: Error | null, result?: pg.QueryResult) => void

/** Keeps all rows that the database gives this process, one list for each answer. Empty it to start over. */
export function recordRows(): pg.QueryResultRow[][] {
  const recorded: pg.QueryResultRow[][] = []
  const keep = (result: unknown) => {
    for (const { rows } of [result].flat() as pg.QueryResult[]) recorded.push(rows)
  }
  const { query } = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown }
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...given: unknown[]) {
      const answered = given.at(-1)
      if (typeof answered === 'function') {
        const recording: Answered = (error, result) => {
          if (result) keep(result)
          ;(answered as Answered)(error, result)
        }
        return query.apply(this, [...given.slice(0, -1), recording])
      }
      const answer = query.apply(this, given)
      if (answer instanceof Promise) answer.then(keep, () => {})
      return answer
    },
  })
  return recorded
}
