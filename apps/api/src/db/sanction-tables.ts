import { sanctionKinds } from '@infra/protocol/sanctions'
import { bigint, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { moment } from './moment.ts'

export const sanctions = pgTable('sanctions', {
  id: uuid('id').primaryKey(),
  kind: text('kind', { enum: sanctionKinds }).notNull(),
  nodeId: text('node_id'),
  operator: text('operator').notNull(),
  why: text('why').notNull(),
  at: moment('at').notNull(),
  appeal: text('appeal'),
  appealedAt: moment('appealed_at'),
  answer: text('answer'),
  answeredAt: moment('answered_at'),
  liftedAt: moment('lifted_at'),
  liftedWhy: text('lifted_why'),
  seized: bigint('seized', { mode: 'number' }),
  rule: text('rule'),
})
