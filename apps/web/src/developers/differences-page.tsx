import { useEffect, useRef } from 'react'
import { Markdown } from '../markdown/markdown.tsx'
import { Button } from '../ui/button.tsx'
import { differences } from './programs.ts'

export function DifferencesPage({ onClose }: { onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <article className="flex max-w-[48rem] flex-col gap-6">
      <Button look="quiet" className="-mt-4 -ml-5 self-start" onClick={onClose}>
        ← Developers
      </Button>
      <h2
        ref={heading}
        tabIndex={-1}
        className="scroll-mt-6 text-4xl/tight font-semibold tracking-tight outline-none sm:text-5xl/tight"
      >
        Where we differ from OpenAI
      </h2>
      <p className="text-lg/7 text-muted">
        OpenAI’s clients work with this network as they are. What they can ask for and we don’t do is refused
        by name, or listed in the header Infra-Ignored. Nothing is ignored silently.
      </p>
      <Markdown text={differences} />
    </article>
  )
}
