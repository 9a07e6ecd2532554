import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'

// Loaded when the user is about to open it.
const loadPanel = async () => ({ default: (await import('./menu-panel.tsx')).MenuPanel })
const MenuPanel = lazy(loadPanel)

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
        onFocus={() => void loadPanel()}
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'menu'} size={20} />
        Menu
      </button>
      {open && (
        <Suspense>
          <MenuPanel id={PANEL_ID} onNavigate={close} />
        </Suspense>
      )}
    </li>
  )
}
