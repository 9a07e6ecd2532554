import { UserName } from '@infra/protocol/values/user-name'
import { and, asc, eq, isNotNull, notLike } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Db } from '../db/client.ts'
import { sqlStateOf, UNIQUE_VIOLATION } from '../db/sql-state.ts'
import { users } from '../db/tables.ts'
import type { Deps } from '../deps.ts'
import { NAME_KEY_FORM, nameKey, resemblesReserved } from './name-key.ts'

const BATCH = 500

/**
 * Gives names that were chosen under earlier rules a key of the current form, oldest account first. A name that would be refused today, or
 * looks like an older account's, is removed: its owner appears with their address until they choose another.
 */
export async function reviewNames({ db }: Pick<Deps, 'db'>, logger: Logger): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ address: users.address, name: users.name, nameKey: users.nameKey })
      .from(users)
      .where(and(isNotNull(users.nameKey), notLike(users.nameKey, `${NAME_KEY_FORM}%`)))
      .orderBy(asc(users.createdAt), asc(users.address))
      .limit(BATCH)
    for (const row of rows) {
      if (await keepName(db, row)) continue
      await replaceKey(db, row, { name: null, nameKey: null })
      logger.warn({ address: row.address, name: row.name }, 'a name is no longer allowed')
    }
    if (rows.length < BATCH) return
  }
}

interface NamedRow {
  address: string
  name: string | null
  nameKey: string | null
}

async function keepName(db: Db, row: NamedRow): Promise<boolean> {
  const { success, data: name } = UserName.safeParse(row.name)
  if (!success || resemblesReserved(name)) return false
  try {
    await replaceKey(db, row, { name, nameKey: nameKey(name) })
    return true
  } catch (error) {
    if (sqlStateOf(error) === UNIQUE_VIOLATION) return false
    throw error
  }
}

/** Does nothing if the owner changed the name meanwhile. */
async function replaceKey(db: Db, row: NamedRow, change: Pick<NamedRow, 'name' | 'nameKey'>): Promise<void> {
  await db
    .update(users)
    .set(change)
    .where(and(eq(users.address, row.address), eq(users.nameKey, row.nameKey!)))
}
