import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface SubPageHeadProps {
  title: string
  /** The page that it's part of. */
  above: string
  onClose: () => void
}

/** The back link and the heading of a subpage. The heading gets the focus, so that screen readers continue from there. */
export function SubPageHead({ title, above, onClose }: SubPageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Button variant="text" className="-mt-4 -ml-5 self-start" onClick={onClose}>
        ← {above}
      </Button>
      <h2
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-6 text-4xl/tight font-semibold tracking-tight outline-none sm:text-5xl/tight"
      >
        {title}
      </h2>
    </>
  )
}
