import type { AppManifest } from '@infra/protocol/apps/app'
import type { Input } from '@infra/protocol/endpoint'
import { type Job, submitJob } from '@infra/protocol/jobs'
import { Refusal } from '@infra/protocol/refusal'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { call } from '../api/call.ts'
import { queryClient } from '../api/query-client.ts'
import { visibilityFor } from '../form/audience.ts'
import type { AppForm } from '../form/create-app-form.ts'
import { keepFormDraft } from '../form/form-draft.ts'
import { idempotencyKeyFor, type Unanswered } from '../form/idempotency-key.ts'
import { refreshLists } from '../jobs/job-queries.ts'
import { orderRefusal } from './order-refusal.ts'
import type { FormStart } from './start-form.ts'
import { useAwaitedAccount } from './use-awaited-account.ts'

interface OrderOptions {
  app: Pick<AppManifest, 'id' | 'version'> & { draftName?: string }
  form: AppForm
  start: FormStart
  onOrdered: (job: Job) => void
}

/** The job that the form repeats, or whose result it uses. */
type Origin = Pick<FormStart, 'parentId' | 'usedResult'>

interface Order {
  body: Input<typeof submitJob>['body']
  key: string
}

/** Submits the form: validates it, uploads its files, has the user sign in, and orders exactly one job. */
export function useOrder({ app, form, start, onOrdered }: OrderOptions) {
  const { phase, returning, link, signIn } = useAccount()
  const [rejections, setRejections] = useState(0)
  const { isBusy, once } = useOneAtATime()
  const unanswered = useRef<Unanswered | undefined>(start.unanswered)
  const placing = useMutation(
    {
      mutationFn: placeOrder,
      retry: (failures, error) => failures < 1 && isUnanswered(error),
      retryDelay: 1_000,
    },
    queryClient,
  )
  const awaited = useAwaitedAccount(() => void once(place))
  const reject = () => setRejections((count) => count + 1)

  const origin = useRef<Origin>({ parentId: start.parentId, usedResult: start.usedResult })

  const keep = () => {
    const { values, audience } = form.state.get()
    keepFormDraft(app, { ...origin.current, values, audience, unanswered: unanswered.current })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the rest when it stores the draft.
  useEffect(() => form.state.subscribe(keep), [form])

  async function place(): Promise<void> {
    try {
      const input = await form.collect()
      if (!input) return reject()
      const { audience } = form.state.get()
      const order = { appId: app.id, input, ...visibilityFor(audience), parentId: origin.current.parentId }
      unanswered.current = idempotencyKeyFor(order, unanswered.current)
      keep()
      const job = await placing.mutateAsync({ body: order, key: unanswered.current.key })
      unanswered.current = undefined
      keep()
      // Credits are held from now on, and a quick job may have ended already.
      void refreshLists()
      onOrdered(job)
    } catch (error) {
      // The mutation keeps the error for the form; here, only the fields that it names matter.
      const { problems } = orderRefusal(error, {})
      form.refuse(problems)
      if (Object.keys(problems).length > 0) reject()
      if (isSignedOut(error)) askForAccount()
    }
  }

  function askForAccount(): void {
    awaited.start()
    if (returning) return
    if (phase === 'disconnected') link()
    else signIn()
  }

  async function submit(): Promise<void> {
    placing.reset()
    await form.settled()
    if (form.check()) reject()
    else if (phase === 'authenticated') await place()
    else askForAccount()
  }

  return {
    submit: () => void once(submit),
    rejections,
    isBusy: isBusy || placing.isPending,
    isAwaitingAccount: awaited.isWaiting,
    error: placing.error,
    /** Forgets everything about the last order. */
    startOver: () => {
      origin.current = {}
      unanswered.current = undefined
      placing.reset()
    },
  }
}

/** The button is disabled too late to stop the second click of a double click. */
function useOneAtATime() {
  const [isBusy, setBusy] = useState(false)
  const inFlight = useRef(false)
  async function once(work: () => Promise<void>): Promise<void> {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }
  return { isBusy, once }
}

function placeOrder({ body, key }: Order): Promise<Job> {
  return call(submitJob, { body, headers: { 'idempotency-key': key } })
}

function isUnanswered(error: unknown): boolean {
  return (
    error instanceof Refusal &&
    error.code === 'dependency_unavailable' &&
    error.retryAfterSeconds === undefined
  )
}

function isSignedOut(error: unknown): boolean {
  return (
    error instanceof Refusal && ['unauthenticated', 'invalid_token', 'session_expired'].includes(error.code)
  )
}
