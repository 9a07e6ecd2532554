import { listMyFeedback, listSimilarFeedback, sendBugReport, sendScreenshot } from '@infra/protocol/feedback'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { storeUpload } from '../files/store-upload.ts'
import { visitorAt } from '../files/upload-queries.ts'
import { pageWith, readCursor, UUID_CURSOR } from '../http/page.ts'
import { route } from '../http/route.ts'
import { listReports, listSimilar } from './feedback-queries.ts'
import { presentReports } from './present-feedback.ts'
import { sendReport } from './send-report.ts'

export function feedbackRoutes(server: FastifyInstance, deps: Deps): void {
  const { db } = deps

  route(server, deps, sendBugReport, ({ caller, headers, body, replayed }) => {
    const key = headers['idempotency-key']
    return sendReport(deps, { report: body, sender: caller?.address, key, onReplay: replayed })
  })

  route(server, deps, sendScreenshot, ({ caller, network, upload }) =>
    storeUpload(deps, { owner: caller?.address ?? visitorAt(network()), upload, only: 'image' }),
  )

  route(server, deps, listSimilarFeedback, async ({ query }) => ({
    items: await listSimilar(db, query.title),
  }))

  route(server, deps, listMyFeedback, async ({ caller, query }) => {
    const before = readCursor(query.before, UUID_CURSOR)
    const rows = await listReports(db, { ...query, before, address: caller.address })
    return pageWith(rows, query, {
      cursor: ({ id }) => id,
      presentAll: (shown) => presentReports(deps, shown),
    })
  })
}
