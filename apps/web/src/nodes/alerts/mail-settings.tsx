import type { AlertMail } from '@infra/protocol/alerts/alert-mail'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { queryClient } from '../../api/query-client.ts'
import { useSearchParam } from '../../navigation/use-search-param.ts'
import { Button } from '../../ui/button.tsx'
import { confirmingMail, mailQuery, settingMail, stoppingMail } from './mail-queries.ts'

/** Where alerts about the user's nodes are mailed to. Renders nothing if the network doesn't send mail. */
export function MailSettings({ address }: { address: string }) {
  const { data } = useQuery(mailQuery(address), queryClient)
  const link = useSearchParam('mail')
  const confirming = useMutation(confirmingMail(address), queryClient)
  const confirmedLink = useRef<string>(undefined)
  useEffect(() => {
    if (!link.value || confirmedLink.current === link.value) return
    confirmedLink.current = link.value
    confirming.mutate(link.value, { onSettled: link.close })
  }, [link, confirming])
  if (!data || (!data.isOffered && data.email === null)) return null
  return (
    <div className="flex flex-col gap-4">
      <h3 className="font-semibold">By e-mail</h3>
      {data.email === null ? (
        <MailForm address={address} />
      ) : (
        <CurrentMail address={address} email={data.email} confirmedAt={data.confirmedAt} />
      )}
      <p role="alert" className="text-danger empty:hidden">
        {confirming.error && 'This link is too old, or was for another account.'}
      </p>
    </div>
  )
}

function MailForm({ address }: { address: string }) {
  const id = useId()
  const [email, setEmail] = useState('')
  const setting = useMutation(settingMail(address), queryClient)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!setting.isPending) setting.mutate(email.trim())
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <p className="text-muted">
        Get a mail when something is wrong with a node of yours, and when it’s over. We send a link to the
        address first.
      </p>
      <label htmlFor={id} className="font-mono text-sm">
        E-mail address
      </label>
      <input
        id={id}
        type="email"
        autoComplete="email"
        value={email}
        aria-invalid={setting.isError}
        aria-describedby={`${id}-problem`}
        className="min-h-12 border border-edge bg-ground px-4 text-lg hover:border-muted aria-invalid:border-danger"
        onChange={(event) => setEmail(event.target.value)}
      />
      <p id={`${id}-problem`} role="alert" className="text-danger empty:hidden">
        {setting.error && problemOf(setting.error)}
      </p>
      <Button type="submit" disabled={setting.isPending} className="self-start">
        Send the link
      </Button>
    </form>
  )
}

function problemOf(error: Error): string {
  const isInvalid = 'code' in error && error.code === 'validation_failed'
  return isInvalid ? 'Enter an e-mail address, such as you@example.org.' : errorMessage(error)
}

interface CurrentMailProps {
  address: string
  email: string
  confirmedAt: AlertMail['confirmedAt']
}

function CurrentMail({ address, email, confirmedAt }: CurrentMailProps) {
  const stopping = useMutation(stoppingMail(address), queryClient)
  return (
    <>
      <p role="status" className="break-words">
        {confirmedAt
          ? `Alerts about your nodes go to ${email}.`
          : `We’ve sent a link to ${email}. Open it within a day, where you’re signed in. Nothing else goes there before.`}
      </p>
      <p role="alert" className="text-danger empty:hidden">
        {stopping.error && errorMessage(stopping.error)}
      </p>
      <Button disabled={stopping.isPending} className="self-start" onClick={() => stopping.mutate()}>
        {confirmedAt ? 'Stop the mails' : 'Use another address'}
      </Button>
    </>
  )
}
