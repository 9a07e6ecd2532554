import { useState } from 'react'
import { Button } from './button.tsx'

type Outcome = 'copied' | 'refused'

export function CopyButton({ text, label }: { text: string; label: string }) {
  // Remember which text was copied, so that another text gets the initial label again.
  const [copied, setCopied] = useState<{ text: string; outcome: Outcome }>()
  const outcome = copied?.text === text ? copied.outcome : undefined

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied({ text, outcome: 'copied' })
    } catch {
      // The clipboard is missing or not allowed: show the text, so that it can be copied by hand.
      setCopied({ text, outcome: 'refused' })
    }
  }

  return (
    <>
      <Button icon="clone" onClick={() => void copy()}>
        {outcome === 'copied' ? 'Copied' : label}
      </Button>
      {outcome === 'refused' && (
        <code className="w-full font-mono text-sm/6 wrap-anywhere select-all">{text}</code>
      )}
    </>
  )
}
