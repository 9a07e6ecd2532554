import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'

const PANEL_ID = 'chat-panel'

/** The button in the corner, and the panel that it toggles. */
export function FloatingChat({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key !== 'Escape' || defaultPrevented) return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [open])

  return (
    <div className="fixed right-4 bottom-20 z-20 max-sm:[body:has([data-open-jobs])_&]:bottom-32 flex flex-col items-end gap-3 sm:right-6 sm:bottom-6">
      {open && (
        <section
          id={PANEL_ID}
          aria-label="Chat"
          className="flex h-[min(38rem,calc(100dvh-13rem))] w-[min(25rem,calc(100vw-2rem))] flex-col border border-edge bg-ground"
        >
          {children}
        </section>
      )}
      <button
        ref={button}
        type="button"
        aria-label={open ? 'Close chat' : 'Open chat'}
        aria-expanded={open}
        aria-controls={open ? PANEL_ID : undefined}
        className="flex size-14 items-center justify-center border border-edge bg-ground text-text transition-colors duration-100 hover:border-text hover:bg-raised"
        onClick={() => setOpen(!open)}
      >
        <Icon name={open ? 'close' : 'message'} size={22} />
      </button>
    </div>
  )
}
