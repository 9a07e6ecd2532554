import { getMandateRequest, type MandateRequest, refuseMandate } from '@infra/protocol/programs/mandates'
import { LinkCode } from '@infra/protocol/values/link-code'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { describeRefusal } from '../../api/describe-refusal.ts'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Modal } from '../../ui/modal.tsx'
import { KeyFields } from './key-fields.tsx'
import { canSend, type KeyForm, limitsOf } from './key-form.ts'
import { registerKey, whyNoKey } from './register-key.ts'

const requestQuery = (code: string, address: string) =>
  queryOptions({
    queryKey: ['mandate', code, address],
    queryFn: ({ signal }) => call(getMandateRequest, { params: { code } }, { signal }),
    retry: false,
    // An answered request no longer exists, and must not be requested again behind the dialog.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    meta: { ownMessage: true },
  })

interface GrantKeyProps {
  /** From the address that the program shows. */
  code: string
  address: string
  onGranted: () => void
  onClose: () => void
}

/** A program's request for a key: who it claims to be, what it wants, and that anyone with the key can use it. */
export function GrantKey({ code, address, onGranted, onClose }: GrantKeyProps) {
  const isCode = LinkCode.safeParse(code).success
  const { data, error } = useQuery({ ...requestQuery(code, address), enabled: isCode }, queryClient)
  return (
    <Modal title="A program asks for a key" onClose={onClose}>
      {data ? (
        <GrantForm code={code} request={data} onGranted={onGranted} onClose={onClose} />
      ) : (
        <p role={error || !isCode ? 'alert' : 'status'}>{whyNothing(error, isCode)}</p>
      )}
    </Modal>
  )
}

function whyNothing(error: unknown, isCode: boolean): string {
  if (!isCode) return 'This address isn’t whole. Open the one that your program shows.'
  if (!error) return 'Looking it up…'
  const { code } = error as { code?: unknown }
  return code === 'not_found'
    ? 'No program is asking with this code. Codes expire after 15 minutes.'
    : describeRefusal(error).sentence
}

function formOf(request: MandateRequest): KeyForm {
  const typed = (limit: number | null) => (limit === null ? '' : String(limit))
  return {
    name: request.holder,
    scopes: request.scopes,
    perDay: String(request.creditsPerDay),
    perJob: typed(request.creditsPerJob),
    total: typed(request.creditsTotal),
    days: String(request.days),
  }
}

interface GrantFormProps extends Omit<GrantKeyProps, 'address'> {
  request: MandateRequest
}

function GrantForm({ code, request, onGranted, onClose }: GrantFormProps) {
  const [form, setForm] = useState(() => formOf(request))
  const { keyHash, hint, apps } = request
  const granting = useMutation(
    {
      mutationFn: () => registerKey({ ...limitsOf(form), hash: keyHash, hint, apps, networks: null, code }),
      onSuccess: onGranted,
    },
    queryClient,
  )
  const refusing = useMutation(
    { mutationFn: () => call(refuseMandate, { params: { code } }), onSuccess: onClose },
    queryClient,
  )
  const isBusy = granting.isPending || refusing.isPending
  return (
    <form
      className="flex flex-col gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        granting.mutate()
      }}
    >
      <Asks code={code} request={request} />
      <KeyFields form={form} most={formOf(request)} onChange={(change) => setForm({ ...form, ...change })} />
      <p role="alert" className="text-danger empty:hidden">
        {granting.error && whyNoKey(granting.error)}
        {refusing.error && describeRefusal(refusing.error).sentence}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          icon={granting.isPending ? 'loading' : undefined}
          disabled={isBusy || !canSend(form)}
        >
          Sign and grant
        </Button>
        <Button variant="text" disabled={isBusy} onClick={() => refusing.mutate()}>
          Refuse
        </Button>
      </div>
    </form>
  )
}

function Asks({
  code,
  request: { holder, apps, hint, isFromSameNetwork },
}: Pick<GrantFormProps, 'code' | 'request'>) {
  return (
    <div className="flex flex-col gap-4">
      <p>
        It calls itself <bdi className="font-semibold wrap-anywhere">{holder}</bdi> and has made the key{' '}
        <span className="font-mono text-sm wrap-anywhere">{hint}</span>. Check that it shows this code:
      </p>
      <p className="border border-edge px-4 py-3 font-mono text-2xl tracking-widest">{code}</p>
      <p className="border-l-2 border-danger pl-4">
        Anyone who has this key can do what you allow here, without asking you again. If you didn’t start this
        yourself, refuse it.
        {!isFromSameNetwork && ' It was asked for from another network than the one you’re on.'}
      </p>
      <p className="text-muted">
        Lower what’s too much, then sign in your wallet. You can revoke the key here at any time.
        {apps && ` It’s only for ${new Intl.ListFormat('en').format(apps)}.`}
      </p>
    </div>
  )
}
