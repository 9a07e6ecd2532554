import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'

interface SubPageHeadProps {
  title: string
  /** The page that it lies in. */
  above: string
  onClose: () => void
}

/** The way back and the heading of a page within a page. The heading is focused, so that screen readers read on from it. */
export function SubPageHead({ title, above, onClose }: SubPageHeadProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <Button look="quiet" className="-mt-4 -ml-5 self-start" onClick={onClose}>
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
