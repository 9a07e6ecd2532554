import type { MouseEvent, ReactNode } from 'react'
import { isPlain } from '../navigation/link.tsx'
import { useNavigation } from '../navigation/navigation.ts'
import { closeModal, openModal } from '../overlays/modals.ts'
import { Button, buttonLook } from '../ui/button.tsx'
import { type Target, tellsHost } from './link-rules.ts'

interface WrittenLinkProps {
  target: Target
  /** The words of it, as they are read. */
  shown: string
  children?: ReactNode
}

type Outside = Extract<Target, { kind: 'outside' }>

/** A link in what was written: one that looks like another asks first, all others say where they lead. */
export function WrittenLink({ target, shown, children }: WrittenLinkProps) {
  if (target.kind === 'inside') return <InsideLink href={target.href}>{children}</InsideLink>
  const host = (target.disguised || !tellsHost(shown, target)) && (
    <bdi className="label text-muted"> ({target.host})</bdi>
  )
  if (!target.disguised) {
    return (
      <>
        <a href={target.href} {...elsewhere} className={look}>
          {children}
        </a>
        {host}
      </>
    )
  }
  return (
    <>
      <button type="button" className={`${look} text-left`} onClick={() => askFirst(target)}>
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
    <a href={href} className={look} onClick={go}>
      {children}
    </a>
  )
}

function askFirst(target: Outside): void {
  openModal({
    title: 'This link is not what it looks like.',
    body: <Leaving target={target} />,
  })
}

function Leaving({ target: { href, host } }: { target: Outside }) {
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
        <Button look="hot" onClick={closeModal}>
          Stay here
        </Button>
        <a href={href} {...elsewhere} className={buttonLook('plain')} onClick={closeModal}>
          Go there
        </a>
      </div>
    </>
  )
}

const elsewhere = { target: '_blank', rel: 'noopener noreferrer nofollow' }
const look = 'text-cool underline underline-offset-4 hover:text-text'
