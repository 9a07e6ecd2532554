import { z } from 'zod'
import { NodeAlert } from './alerts/node-alerts.ts'
import { ApiKey } from './api-keys.ts'
import { ChatConversation } from './chat.ts'
import { Credits, StatementLine } from './credits.ts'
import { endpoint } from './endpoint.ts'
import { MyFeedback } from './feedback.ts'
import { UploadedFile } from './files.ts'
import { JobReport } from './job-reports.ts'
import { Job } from './jobs.ts'
import { NodeLog } from './nodes/node-log.ts'
import { MyNode } from './nodes.ts'
import { Webhook } from './programs/webhooks.ts'
import { Sanction } from './sanctions.ts'
import { Session } from './sessions.ts'
import { KeptStake } from './staking.ts'
import { Me } from './users.ts'
import { Address } from './values/address.ts'
import { IsoDate } from './values/iso-date.ts'

export const exportMe = endpoint({
  method: 'GET',
  path: '/user/me/export',
  summary: 'Everything that is kept about me.',
  caller: 'account',
  response: z.object({
    exportedAt: IsoDate,
    account: Me,
    sessions: z.array(Session),
    /** Without their secrets, which nobody stores. */
    keys: z.array(ApiKey),
    /** Without their secrets. */
    webhooks: z.array(Webhook),
    credits: Credits,
    statement: z.array(StatementLine),
    /** As last read from the chain; its allowances are in the statement. Null before it was read. */
    stake: KeptStake.nullable(),
    jobs: z.array(Job),
    /** Their ids. */
    favorites: z.array(z.uuid()),
    /** My reports to the moderators about other people's jobs. */
    reports: z.array(JobReport),
    feedback: z.array(MyFeedback),
    /** My uploads that are still stored on their own; files of jobs are with the jobs. */
    files: z.array(UploadedFile),
    nodes: z.array(MyNode),
    /** Log lines that my nodes' agents sent. */
    nodeLogs: z.array(NodeLog.extend({ nodeId: Address })),
    /** What was wrong with my nodes in the last week. */
    alerts: z.array(NodeAlert),
    /** What moderators decided about my nodes and me. */
    sanctions: z.array(Sanction),
    /** The push services that messages to my browsers go to. */
    push: z.array(z.object({ service: z.string(), createdAt: IsoDate })),
    /** Where alerts are mailed to. */
    mail: z.object({ email: z.string(), createdAt: IsoDate, confirmedAt: IsoDate.nullable() }).nullable(),
    chats: z.array(ChatConversation),
  }),
  refusals: [],
})

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/user/me',
  summary:
    'Delete my account and what it keeps: private jobs, files, chats, reports, credits. What is in the feed stays, by nobody.',
  caller: 'account',
  response: null,
  refusals: [],
})
