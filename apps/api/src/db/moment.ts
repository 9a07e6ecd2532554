import { timestamp } from 'drizzle-orm/pg-core'

/** The type of every point in time in our tables. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
