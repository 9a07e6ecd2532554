import type { CatalogueApp } from '@infra/protocol/apps'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readerOf } from '../account/account.ts'
import { useAccount } from '../account/account-context.tsx'
import { queryClient } from '../api/query-client.ts'
import type { AppForm } from '../form/create-app-form.ts'
import { priceFor } from '../form/form-input.ts'
import { formatCredits } from '../jobs/format-credits.ts'
import { creditsQuery } from '../profile/profile-queries.ts'
import { useStore } from '../store/use-store.ts'
import { Button } from '../ui/button.tsx'
import { isServed } from './app-facts.ts'
import { AudienceField } from './audience-field.tsx'
import { Countdown } from './countdown.tsx'
import { orderRefusal } from './order-refusal.ts'
import type { useOrder } from './use-order.ts'

interface OrderPanelProps {
  app: CatalogueApp
  form: AppForm
  order: ReturnType<typeof useOrder>
  /** Set where it's one of several things on the page and doesn't stay in view. */
  isInline?: boolean
}

/** The end of the form: who sees the result, the price, and the submit button. */
export function OrderPanel({ app, form, order, isInline = false }: OrderPanelProps) {
  const reader = readerOf(useAccount())
  const { values, audience } = useStore(form.state)
  const { data: credits } = useQuery(
    {
      ...creditsQuery(reader ?? ''),
      enabled: reader !== undefined,
      meta: { ownMessage: false },
    },
    queryClient,
  )
  const price = priceFor(app, values)
  const served = isServed(app)
  const isLocked = order.isBusy || !served || price === undefined
  return (
    <>
      <AudienceField app={app} value={audience} onChange={form.setAudience} />
      {!served && (
        <p role="status" className="border-l-2 border-danger pl-4">
          {app.state === 'off'
            ? `${app.name} is switched off right now.`
            : 'This app is unavailable: no node that runs it is online.'}{' '}
          <span className="text-muted">Your draft is saved, and this page keeps checking.</span>
        </p>
      )}
      <div className={`flex flex-wrap items-center gap-x-6 gap-y-2 ${isInline ? '' : IN_REACH}`}>
        <Button
          type="submit"
          variant={isInline ? 'secondary' : 'primary'}
          icon={order.isBusy ? 'loading' : undefined}
          disabled={isLocked}
          className={served ? '' : 'disabled:cursor-not-allowed'}
        >
          {order.isBusy ? 'Sending' : runLabel(price)}
        </Button>
        <p aria-live="polite" className={price === undefined ? 'text-danger' : 'sr-only'}>
          {price === undefined ? 'Too large to run' : `Costs ${formatCredits(price)}`}
        </p>
        {credits && (
          <p
            className={`font-mono text-sm ${price !== undefined && credits.available < price ? 'text-danger' : 'text-muted'}`}
          >
            You have {formatCredits(credits.available)}
          </p>
        )}
        <Note order={order} price={price} available={credits?.available} />
      </div>
    </>
  )
}

/** Above the bar and the open jobs of a small screen, and not below the chat button in its corner. */
const IN_REACH =
  'sticky bottom-0 z-10 -mx-1 border-t border-line bg-ground px-1 py-4 max-sm:pr-20 max-sm:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-sm:[body:has([data-open-jobs])_&]:bottom-[calc(6.75rem+env(safe-area-inset-bottom))]'

function runLabel(price: number | undefined): string {
  return price === undefined ? 'Run' : `Run · ${formatCredits(price)}`
}

interface NoteProps {
  order: OrderPanelProps['order']
  price: number | undefined
  available: number | undefined
}

function Note({ order, price, available }: NoteProps) {
  if (order.isAwaitingAccount) {
    return (
      <p role="status" className="min-w-0 flex-1 basis-64">
        Link your wallet to send it. <span className="text-muted">Your draft stays here.</span>
      </p>
    )
  }
  return (
    <div role="alert" className="min-w-0 flex-1 basis-64 text-danger empty:hidden">
      {order.error && (
        <Refused key={order.rejections} error={order.error} price={price} available={available} />
      )}
    </div>
  )
}

function Refused({ error, price, available }: { error: unknown; price?: number; available?: number }) {
  const [isOver, setOver] = useState(false)
  const { sentence, retryAfterSeconds } = orderRefusal(error, { price, available })
  return (
    <p>
      {sentence}
      {retryAfterSeconds !== undefined && !isOver && (
        <Countdown seconds={retryAfterSeconds} onEnd={() => setOver(true)} />
      )}
      {isOver && <span className="text-cool"> You can try again now.</span>}
    </p>
  )
}
