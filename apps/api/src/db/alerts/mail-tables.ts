import { boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from '../moment.ts'

export const mailAddresses = pgTable('mail_addresses', {
  address: text('address').primaryKey(),
  email: text('email').notNull(),
  confirmHash: text('confirm_hash'),
  confirmUntil: moment('confirm_until'),
  confirmedAt: moment('confirmed_at'),
  stopToken: text('stop_token').notNull(),
  createdAt: moment('created_at').notNull(),
})

export const mailRecipients = pgTable('mail_recipients', {
  emailHash: text('email_hash').primaryKey(),
  notBefore: moment('not_before').notNull(),
})

/** Triggers of `node_alerts` write those about alerts. */
export const mails = pgTable('mails', {
  id: uuid('id').primaryKey().defaultRandom(),
  address: text('address').notNull(),
  alertId: uuid('alert_id'),
  isOver: boolean('is_over').notNull().default(false),
  confirmToken: text('confirm_token'),
  createdAt: moment('created_at').notNull().defaultNow(),
  attempts: integer('attempts').notNull().default(0),
  tryAfter: moment('try_after').notNull().defaultNow(),
})
