import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

interface ModalProps {
  title: string
  children: ReactNode
  /** For what is looked at rather than answered: as large as the window allows. */
  wide?: boolean
  /** By Escape, by the close button, by a click beside it. */
  onClose: () => void
}

/** The generic modal: open while it is mounted. The platform's dialog traps focus and gives it back. */
export function Modal({ title, children, wide, onClose }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useLayoutEffect(() => {
    const element = dialog.current
    const page = document.documentElement
    // The page behind it does not scroll meanwhile. Where it has a scrollbar its room stays; where it has none, none is made.
    if (window.innerWidth > page.clientWidth) page.style.scrollbarGutter = 'stable'
    element?.showModal()
    // Closing, not only unmounting, is what returns focus to where it came from.
    return () => {
      element?.close()
      if (!document.querySelector('dialog[open]')) page.style.scrollbarGutter = ''
    }
  }, [])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard's way out is Escape, which the dialog has by itself.
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`fixed inset-0 z-1101 m-auto overflow-y-auto border-edge bg-ground text-text ${wide ? wideShape : 'max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] border'}`}
      onCancel={(event) => {
        // React hands on to this one what a dialog, or a choice of files, within it was told.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => isBeside(event) && onClose()}
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

/** The backdrop belongs to the dialog element, its content to the elements within. */
function isBeside(event: MouseEvent<HTMLDialogElement>): boolean {
  return event.target === event.currentTarget
}
