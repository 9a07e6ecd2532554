import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { Icon } from '../ui/icon.tsx'
import { SocialLinks } from './social-links.tsx'
import { VersionLabel } from './version-label.tsx'
import { mobileScreens } from './visible-screens.ts'

const PANEL_ID = 'menu-panel'

/** The Menu button of the mobile bar, and the panel that it expands. */
export function MobileMenu({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  const item = useRef<HTMLLIElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  useEffect(() => {
    if (!open) return
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && close()
    const onPointer = ({ target }: PointerEvent) => !item.current?.contains(target as Node) && setOpen(false)
    document.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onPointer)
    return () => {
      document.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onPointer)
    }
  })

  return (
    <li ref={item} className="flex-1">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? PANEL_ID : undefined}
        className={className}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} size={20} />
        Menu
      </button>
      {open && <MenuPanel onNavigate={close} />}
    </li>
  )
}

function MenuPanel({ onNavigate }: { onNavigate: () => void }) {
  const account = useAccount()
  return (
    <section
      id={PANEL_ID}
      aria-label="Menu"
      className="absolute inset-x-0 bottom-full max-h-[70dvh] overflow-y-auto border-t border-edge bg-ground"
    >
      <ul>
        {mobileScreens('menu', account).map(({ name, path, icon, label }) => (
          <li key={name} className="border-b border-line">
            <Link
              to={path}
              onClick={onNavigate}
              className="flex min-h-14 items-center gap-4 px-5 font-mono text-sm text-muted aria-[current=page]:text-text"
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-4 px-5 py-3">
        <SocialLinks />
        <VersionLabel />
      </div>
    </section>
  )
}
