import type { CatalogueApp } from '@infra/protocol/apps'
import type { OrderOffer } from '@infra/protocol/chat'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../api/error-message.ts'
import { queryClient } from '../api/query-client.ts'
import { appQuery } from '../catalogue/catalogue-queries.ts'
import { formFor } from '../catalogue/form-for.ts'
import { OrderPanel } from '../catalogue/order-panel.tsx'
import { type FormStart, offerQuery } from '../catalogue/start-form.ts'
import { useOrder } from '../catalogue/use-order.ts'
import { offerJobs } from '../chat/offer-jobs.ts'
import { dropFormDraft } from '../form/form-draft.ts'
import { SchemaForm } from '../form/schema-form.tsx'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { LastResult } from './last-result.tsx'
import { OrderedJob } from './ordered-job.tsx'

interface OrderCardProps {
  offer: OrderOffer
  message: { id: string; isLatest: boolean }
}

/** The app's own form, filled in with what the user said; then the job that was ordered. */
export function OrderCard({ offer, message }: OrderCardProps) {
  const { data: app, error } = useQuery(appQuery(offer.appId), queryClient)
  const jobId = useStore(offerJobs.of(message.id))
  const result = useRef<HTMLElement>(null)
  const [ordered, setOrdered] = useState(0)
  const [isOpen, setOpen] = useState(false)

  // The form, and the focus with it, gives way to the job.
  useEffect(() => {
    if (ordered > 0) result.current?.focus()
  }, [ordered])

  if (!app && error) return <p className="text-muted">Couldn’t load the app. {errorMessage(error)}</p>
  if (!app) return <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />

  function follow(id: string) {
    offerJobs.set(message.id, id)
    setOrdered((count) => count + 1)
  }
  return (
    <section
      ref={result}
      tabIndex={-1}
      aria-label={app.name}
      className="flex max-w-xl flex-col gap-5 border border-edge p-4 outline-none"
    >
      <p className="font-semibold">{app.name}</p>
      {jobId && (
        <OrderedJob
          jobId={jobId}
          isLatest
          isBare
          onRepeated={follow}
          gone={<p className="text-muted">The job was deleted.</p>}
        />
      )}
      {!jobId && (message.isLatest || isOpen) && (
        <FilledForm app={app} offer={offer} draftName={message.id} onOrdered={follow} />
      )}
      {!jobId && !message.isLatest && !isOpen && (
        <Button className="self-start" onClick={() => setOpen(true)}>
          Open this form
        </Button>
      )}
    </section>
  )
}

interface FilledFormProps {
  app: CatalogueApp
  offer: OrderOffer
  /** Each card has a draft of its own: after a reload it is as it was left. */
  draftName: string
  onOrdered: (jobId: string) => void
}

function FilledForm({ app, offer, draftName, onOrdered }: FilledFormProps) {
  const { data: start, error } = useQuery(offerQuery(app, offer, draftName), queryClient)
  if (error) return <p role="alert">Couldn’t load the form. {errorMessage(error)}</p>
  if (!start) return <div role="status" aria-label="Loading" className="h-24 animate-breathe bg-raised" />
  return <Started app={app} start={start} draftName={draftName} onOrdered={onOrdered} />
}

interface StartedProps extends Omit<FilledFormProps, 'offer'> {
  start: FormStart
}

function Started({ app, start, draftName, onOrdered }: StartedProps) {
  const [form] = useState(() => formFor(app, start))
  const drafted = { ...app, draftName }
  const order = useOrder({
    app: drafted,
    form,
    start,
    onOrdered: (job) => {
      dropFormDraft(drafted)
      onOrdered(job.id)
    },
  })
  return (
    <SchemaForm app={app} form={form} rejections={order.rejections} onSubmit={order.submit}>
      <LastResult app={app} form={form} />
      <OrderPanel app={app} form={form} order={order} isInline />
    </SchemaForm>
  )
}
