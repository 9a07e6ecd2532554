import { shortId } from '@infra/protocol/values/short-id'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface ThanksProps {
  id: string
  isSignedIn: boolean
  onAnother: () => void
}

export function Thanks({ id, isSignedIn, onAnother }: ThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that had the focus was removed with the form.
  useEffect(() => heading.current?.focus(), [])

  return (
    <section className="flex flex-col items-start gap-5 self-start border-t border-cool pt-8">
      <h2 ref={heading} tabIndex={-1} className="text-3xl/9 font-semibold tracking-tight outline-none">
        Thank you. We got it.
      </h2>
      <p className="text-lg/7 text-muted">
        Someone will read it. Reference: <code className="font-mono text-base text-cool">{shortId(id)}</code>.{' '}
        {isSignedIn
          ? 'Follow it below and in your profile.'
          : 'Link a wallet before you send the next one to follow what happens to it.'}
      </p>
      <Button onClick={onAnother}>Send another</Button>
    </section>
  )
}
