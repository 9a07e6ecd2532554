import type { Config } from './config.ts'
import type { Db } from './db/client.ts'

/** Everything a door may need, handed in explicitly: tests bring their own database and clock. */
export interface Deps {
  config: Config
  db: Db
  now: () => Date
}
