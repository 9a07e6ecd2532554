import type { CatalogueApp } from '@infra/protocol/apps'
import { fileFields, inputSchema } from '@infra/protocol/apps/app-input'
import type { ChatMessage } from '@infra/protocol/chat'
import { submitJob } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { call } from '../api/call.ts'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { isServed } from '../catalogue/app-facts.ts'
import { appQuery } from '../catalogue/catalogue-queries.ts'
import { orderRefusal } from '../catalogue/order-refusal.ts'
import { valuesOf } from '../catalogue/start-form.ts'
import { offerJobs } from '../chat/offer-jobs.ts'
import { priceFor } from '../form/form-input.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { JobLink } from '../jobs/job-link.tsx'
import { JobProgress } from '../jobs/progress/job-progress.tsx'
import { useJob } from '../jobs/use-job.ts'
import { Link } from '../navigation/link.tsx'
import { useStore } from '../store/use-store.ts'
import { Button, buttonLook } from '../ui/button.tsx'

type Offer = NonNullable<ChatMessage['offer']>

interface OfferCardProps {
  offer: Offer
  threadId: string | undefined
  /** Undefined for a moment, until the reply has its id. */
  messageId: string | undefined
}

/** An app that Infra proposes to run. Nothing is submitted before the user confirms; then the job's progress is shown here. */
export function OfferCard({ offer, threadId, messageId }: OfferCardProps) {
  const { data: app, error } = useQuery(appQuery(offer.appId), queryClient)
  const jobId = useStore(offerJobs.of(messageId ?? ''))
  if (!app && error)
    return <p className="text-muted">The app that this needs did not arrive. {errorMessage(error)}</p>
  if (!app) return <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />
  const place = threadId && messageId ? { threadId, messageId } : undefined
  return (
    <Card name={app.name}>
      <Filled app={app} offer={offer} />
      {jobId ? <Followed jobId={jobId} /> : <Choices app={app} offer={offer} place={place} />}
    </Card>
  )
}

function Card({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="flex max-w-xl flex-col gap-4 border border-edge p-4">
      <p className="font-semibold">{name}</p>
      {children}
    </section>
  )
}

function Filled({ app, offer }: { app: CatalogueApp; offer: Offer }) {
  const filled = app.fields.filter(({ name }) => offer.input[name] !== undefined)
  if (filled.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
      {filled.map((field) => (
        <div key={field.name} className="contents">
          <dt className="label pt-1 text-muted">{field.label}</dt>
          <dd className="break-words">
            <bdi>{describeValue(field, offer.input[field.name])}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function describeValue(
  field: CatalogueApp['fields'][number],
  value: Offer['input'][string] | undefined,
): string {
  if (field.kind === 'choice') return field.options.find((one) => one.value === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return Array.isArray(value) ? `${value.length} marked` : String(value)
}

interface ChoicesProps {
  app: CatalogueApp
  offer: Offer
  place: { threadId: string; messageId: string } | undefined
}

function Choices({ app, offer, place }: ChoicesProps) {
  const ordering = useMutation(
    {
      mutationFn: (messageId: string) => order(offer, messageId),
      onSuccess: (job, messageId) => offerJobs.set(messageId, job.id),
    },
    queryClient,
  )
  const price = priceFor(app, valuesOf(app.fields, { input: offer.input, inputFiles: [] }))
  const mayRun = isComplete(app, offer) && isServed(app) && price !== undefined
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        {mayRun && (
          <Button
            icon={ordering.isPending ? 'loading' : undefined}
            disabled={!place || ordering.isPending}
            onClick={() => place && ordering.mutate(place.messageId)}
          >
            Run it for {formatCredits(price)}
          </Button>
        )}
        {place && (
          <Link
            to="/apps"
            search={{ app: app.id, offer: `${place.threadId}.${place.messageId}` }}
            className={buttonLook(mayRun ? 'quiet' : 'plain')}
          >
            Open the form
          </Link>
        )}
      </div>
      {mayRun && (
        <p className="label text-muted">
          Everyone sees the result and what is entered above, in the feed. Open the form to keep it to
          yourself.
        </p>
      )}
      {!isServed(app) && <p className="text-muted">No node serves this app right now.</p>}
      <p role="alert" className="text-danger empty:hidden">
        {ordering.error && orderRefusal(ordering.error, { price }).sentence}
      </p>
    </div>
  )
}

/** Whether nothing is left to fill in. An app with files needs its form, where they are chosen and priced. */
function isComplete(app: CatalogueApp, { input }: Offer): boolean {
  return fileFields(app.fields).length === 0 && inputSchema(app.fields).safeParse(input).success
}

/** Public, as the card says. The message id is the idempotency key: pressed twice, or in two tabs, it is still one job. */
function order({ appId, input }: Offer, messageId: string) {
  return call(submitJob, {
    body: { appId, input, visibility: 'public' },
    headers: { 'idempotency-key': messageId },
  })
}

function Followed({ jobId }: { jobId: string }) {
  const { address } = useAccount()
  const { data: job, error } = useJob(jobId, address, { ownMessage: isMissing })
  if (error && isMissing(error)) return <p className="text-muted">The job that came of it was deleted.</p>
  if (!job) return <div role="status" aria-label="Loading" className="h-8 animate-breathe bg-raised" />
  return (
    <div className="flex flex-col gap-3">
      <JobProgress job={job} />
      <div>
        <JobLink id={job.id} className={buttonLook('plain')}>
          Open the job
        </JobLink>
      </div>
    </div>
  )
}

function isMissing(error: Error): boolean {
  return error instanceof Refusal && error.code === 'not_found'
}
