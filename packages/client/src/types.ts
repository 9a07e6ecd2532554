import type { ApiKey as KeySchema } from '@infra/protocol/api-keys'
import type { CatalogueApp as AppSchema } from '@infra/protocol/apps'
import type { Credits as CreditsSchema } from '@infra/protocol/credits'
import type { UploadedFile as UploadSchema } from '@infra/protocol/files'
import type { JobEvent as EventSchema, JobFile as FileSchema, Job as JobSchema } from '@infra/protocol/jobs'
import type { JobBatch as BatchSchema } from '@infra/protocol/jobs/batches'
import type { quoteJob } from '@infra/protocol/jobs/quote-job'
import type { NetworkKey as NetworkKeySchema } from '@infra/protocol/signatures/network-keys'
import type { Receipt as ReceiptSchema } from '@infra/protocol/signatures/receipts'
import type { z } from 'zod'

/**
 * What the API sends, in its JSON form: times are RFC 3339 texts. The published declarations have these written out from the same schemas
 * (`build/write-types.ts`), so they can't drift from the API.
 */
export type Job = z.input<typeof JobSchema>
export type JobEvent = z.input<typeof EventSchema>
export type JobFile = z.input<typeof FileSchema>
export type App = z.input<typeof AppSchema>
export type Upload = z.input<typeof UploadSchema>
export type Price = z.input<typeof quoteJob.response>
export type Credits = z.input<typeof CreditsSchema>
export type Key = z.input<typeof KeySchema>
export type NetworkKey = z.input<typeof NetworkKeySchema>
export type Batch = z.input<typeof BatchSchema>
export type Receipt = z.input<typeof ReceiptSchema>
