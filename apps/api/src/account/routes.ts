import { deleteMe, exportMe } from '@infra/protocol/my-data'
import type { FastifyInstance } from 'fastify'
import { deleteAlertsOf, listAlertsOf } from '../alerts/alert-queries.ts'
import { presentAlert } from '../alerts/present-alert.ts'
import { publishChangedJobs } from '../attempts/publish-changed-jobs.ts'
import { listMessagesOf, listThreads } from '../chat/chat-queries.ts'
import { transaction } from '../db/transaction.ts'
import type { Deps } from '../deps.ts'
import { deleteReportsOf, listReports } from '../feedback/feedback-queries.ts'
import { presentReports } from '../feedback/present-feedback.ts'
import { presentUpload } from '../files/present-upload.ts'
import { listUploadsOf } from '../files/upload-queries.ts'
import { route } from '../http/route.ts'
import { deletePersonData } from '../jobs/delete-person-data.ts'
import { listFavorites, listJobsOf } from '../jobs/job-queries.ts'
import { presentJob } from '../jobs/present-job.ts'
import { listReportsBy } from '../jobs/report-job.ts'
import { deleteKeysOf, listKeysOf } from '../keys/key-queries.ts'
import { presentKey } from '../keys/present-key.ts'
import { closeAccount } from '../ledger/close-account.ts'
import { findCredits, listStatement } from '../ledger/ledger-queries.ts'
import { deleteMailAddress, findMailAddress } from '../mail/mail-queries.ts'
import { listNodeLogsOf } from '../nodes/mine/node-log.ts'
import { listNodesOf } from '../nodes/node-queries.ts'
import { presentMyNodes } from '../nodes/present-node.ts'
import { listSubscriptionsOf } from '../push/push-queries.ts'
import { listSanctionsOf, presentSanction } from '../sanctions/sanction-queries.ts'
import { presentSession } from '../sessions/present-session.ts'
import { insertAuditEvent, listLiveSessions, revokeSessionsOf } from '../sessions/session-queries.ts'
import { findStake, type Stake } from '../users/find-stake.ts'
import { foundUser } from '../users/found-user.ts'
import { presentMe } from '../users/present-user.ts'
import { deleteUser, findUser, lockUser } from '../users/user-queries.ts'
import { presentWebhook } from '../webhooks/present-webhook.ts'
import { deleteWebhooksOf, listWebhooksOf } from '../webhooks/webhook-queries.ts'

/** How many entries of each list an export has at most. */
const EXPORTED_MAX = 10_000

/** Endpoints about all data of one person, across features: export and deletion. */
export function accountRoutes(server: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  route(server, deps, exportMe, async ({ caller: { address, sessionId } }) => {
    const row = foundUser(await findUser(db, address))
    const sessions = await listLiveSessions(db, address, now())
    const jobs = await listJobsOf(db, { address, limit: EXPORTED_MAX })
    const favorites = await listFavorites(db, { address, limit: EXPORTED_MAX })
    const threads = await listThreads(db, address, { limit: EXPORTED_MAX })
    const messages = await listMessagesOf(db, address)
    return {
      exportedAt: now(),
      account: await presentMe(deps, row),
      sessions: sessions.map((session) => presentSession(session, sessionId)),
      keys: (await listKeysOf(db, address, now())).map(presentKey),
      webhooks: (await listWebhooksOf(db, address)).map((webhook) => presentWebhook(webhook, now())),
      credits: await findCredits(db, address),
      statement: await listStatement(db, address, { limit: EXPORTED_MAX }),
      stake: presentStake(await findStake(deps, address)),
      jobs: jobs.map((job) => presentJob(deps, job, { address })),
      favorites: favorites.map(({ id }) => id),
      reports: await listReportsBy(db, address, { limit: EXPORTED_MAX }),
      feedback: await presentReports(deps, await listReports(db, { address, limit: EXPORTED_MAX })),
      files: (await listUploadsOf(db, address)).map((upload) => presentUpload(deps, upload)),
      nodes: await presentMyNodes(deps, await listNodesOf(db, address)),
      nodeLogs: await listNodeLogsOf(db, address),
      alerts: (await listAlertsOf(db, address)).map(presentAlert),
      sanctions: (await listSanctionsOf(db, address, EXPORTED_MAX)).map(presentSanction),
      mail: (await findMailAddress(db, address)) ?? null,
      push: (await listSubscriptionsOf(db, address)).map(presentSubscription),
      chats: threads.map((thread) => ({ ...thread, messages: messages.get(thread.id) ?? [] })),
    }
  })

  route(server, deps, deleteMe, async ({ caller: { address } }) => {
    const { ended, nodeIds, sessionIds, keyHashes } = await transaction(deps.longWorkDb, async (tx) => {
      // Every other call in this person's name also locks this row first, so it runs either before or after the deletion.
      await lockUser(tx, address)
      const gone = await deletePersonData(tx, address)
      await deleteReportsOf(tx, address)
      await deleteMailAddress(tx, address)
      await deleteAlertsOf(tx, address)
      const keyHashes = await deleteKeysOf(tx, address)
      // After the jobs, because ending a job locks it before its webhook endpoints.
      await deleteWebhooksOf(tx, address)
      await closeAccount(tx, address)
      const sessionIds = await revokeSessionsOf(tx, address, now())
      // The sessions are deleted with the account.
      await deleteUser(tx, address)
      await insertAuditEvent(tx, { at: now(), kind: 'account_deleted', address, details: {} })
      return { ...gone, sessionIds, keyHashes }
    })
    for (const id of sessionIds) deps.notifications.publish('session', id)
    for (const hash of keyHashes) deps.notifications.publish('key', hash)
    for (const id of nodeIds) deps.notifications.publish('node', id)
    publishChangedJobs(deps, ended)
    deps.notifications.publish('shown', '')
  })
}

/** Without the rest of the address: anyone who has all of it can send messages there. */
function presentSubscription({ endpoint, createdAt }: { endpoint: string; createdAt: Date }) {
  return { service: new URL(endpoint).origin, createdAt }
}

function presentStake(stake: Stake | undefined) {
  if (!stake) return null
  const { amount, block, readAt, levels } = stake
  return {
    amount: String(amount),
    block: block === null ? null : String(block),
    readAt,
    levels: levels.map((level) => ({ ...level, amount: String(level.amount) })),
  }
}
