import { timestamp } from 'drizzle-orm/pg-core'

/** A point in time, as every table has it. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
