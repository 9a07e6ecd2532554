import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

interface ModalProps {
  title: string
  children: ReactNode
  /** For viewing something: as large as the window allows. */
  wide?: boolean
  /** Called on Escape, on the close button, and on a click on the backdrop. */
  onClose: () => void
}

/** The generic modal: open while it is mounted. The platform's dialog traps the focus and restores it. */
export function Modal({ title, children, wide, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    const page = document.documentElement
    // The page behind it must not scroll meanwhile. Reserve the room of its scrollbar only if it has one.
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    element?.showModal()
    // Only closing the dialog restores the focus; unmounting does not.
    return () => {
      element?.close()
      if (!document.querySelector('dialog[open]')) page.style.scrollbarGutter = ''
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: by keyboard it is closed with Escape, which the dialog handles itself.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`fixed inset-0 z-1101 m-auto overflow-y-auto border-edge bg-ground text-text ${wide ? wideShape : 'max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] border'}`}
      onCancel={(event) => {
        // React also bubbles the cancel events of nested dialogs and file inputs.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => isOnBackdrop(event) && onClose()}
    >
      <div className={`flex flex-col gap-5 ${wide ? 'p-4 sm:p-6' : 'p-6 sm:p-8'}`}>
        <header className="flex items-start justify-between gap-6">
          <h2 id={titleId} className="text-2xl/8 font-semibold text-balance">
            {title}
          </h2>
          <button
            type="button"
            aria-label="Close"
            className="-m-2.5 p-2.5 text-muted hover:text-text"
            onClick={onClose}
          >
            <Icon name="close" size={20} />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

const wideShape =
  'h-dvh max-h-dvh w-full max-w-none sm:h-[calc(100dvh-2rem)] sm:w-[calc(100%-2rem)] sm:border'

/** A click on the backdrop has the dialog itself as its target; a click on the content has a child. */
function isOnBackdrop(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}
