import type { MouseEvent, ReactNode } from 'react'
import { isPlain } from '../navigation/link.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { closeModal, openModal } from '../overlays/modals.ts'
import { Button, buttonStyle } from '../ui/button.tsx'
import { showsHost, type Target } from './link-rules.ts'

interface MarkdownLinkProps {
  target: Target
  /** Its text, as it is read. */
  shown: string
  children?: ReactNode
}

type OutsideTarget = Extract<Target, { kind: 'outside' }>

/** A link in markdown. A disguised one asks before it opens; all others show where they lead. */
export function MarkdownLink({ target, shown, children }: MarkdownLinkProps) {
  if (target.kind === 'inside') return <InsideLink href={target.href}>{children}</InsideLink>
  const host = (target.disguised || !showsHost(shown, target)) && (
    <bdi className="label text-muted"> ({target.host})</bdi>
  )
  if (!target.disguised) {
    return (
      <>
        <a href={target.href} {...elsewhere} className={linkStyle}>
          {children}
        </a>
        {host}
      </>
    )
  }
  return (
    <>
      <button type="button" className={`${linkStyle} text-left`} onClick={() => confirmLeaving(target)}>
        {children}
      </button>
      {host}
    </>
  )
}

function InsideLink({ href, children }: { href: string; children: ReactNode }) {
  const { follow } = useNavigation()
  const go = (event: MouseEvent) => {
    if (!isPlain(event)) return
    event.preventDefault()
    follow(href)
  }
  return (
    <a href={href} className={linkStyle} onClick={go}>
      {children}
    </a>
  )
}

function confirmLeaving(target: OutsideTarget): void {
  openModal({
    title: 'This link is not what it looks like.',
    body: <DisguisedLinkWarning target={target} />,
  })
}

function DisguisedLinkWarning({ target: { href, host } }: { target: OutsideTarget }) {
  return (
    <>
      <p>
        It leads to <bdi className="font-mono font-semibold break-all">{host}</bdi>, which has nothing to do
        with this network.
      </p>
      <p className="font-mono text-sm/6 break-all text-muted">
        <bdi>{href}</bdi>
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="primary" onClick={closeModal}>
          Stay here
        </Button>
        <a href={href} {...elsewhere} className={buttonStyle('secondary')} onClick={closeModal}>
          Go there
        </a>
      </div>
    </>
  )
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow' }
const linkStyle = 'text-cool underline underline-offset-4 hover:text-text'
