import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'

interface FilePickerProps {
  id: string
  describedBy: string
  label: string
  accept: string
  /** The text in the empty frame. */
  invitation: string
  /** Other sources of a file: a camera, a microphone. */
  children?: ReactNode
  onPick: (file: Blob) => void
}

/** The empty state of a file field: click, drop, or use one of its other sources. */
export function FilePicker({
  id,
  describedBy,
  label,
  accept,
  invitation,
  children,
  onPick,
}: FilePickerProps) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    if (file) onPick(file)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra; the button within works for everybody.
    <div
      className={`flex flex-col items-center gap-4 border border-dashed px-4 py-8 text-center ${isOver ? 'border-text bg-raised' : 'border-edge'}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="text-muted">
        <Icon name="upload" size={24} />
      </span>
      <p className="max-w-80 text-muted">{invitation}</p>
      <div className="flex flex-wrap justify-center gap-3">
        <ChooseButton
          id={id}
          describedBy={describedBy}
          input={input}
          label={`${label}: choose a file`}
          accept={accept}
          onPick={onPick}
        >
          Choose a file
        </ChooseButton>
        {children}
      </div>
    </div>
  )
}

interface ChooseButtonProps {
  id?: string
  describedBy?: string
  input?: React.RefObject<HTMLInputElement | null>
  label: string
  accept: string
  /** Opens the camera of a phone instead of its files. */
  capture?: 'environment'
  className?: string
  children: ReactNode
  onPick: (file: Blob) => void
}

/** The platform's file input, styled as a button. */
export function ChooseButton(props: ChooseButtonProps) {
  const { id, describedBy, input, label, accept, capture, className = '', children, onPick } = props
  return (
    <label
      className={`inline-flex min-h-11 cursor-pointer items-center justify-center border border-edge px-5 font-mono text-sm font-semibold hover:border-text hover:bg-raised has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-cool ${className}`}
    >
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        capture={capture}
        aria-label={label}
        aria-describedby={describedBy}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onPick(file)
          // The same file may be chosen again after it was removed.
          event.target.value = ''
        }}
      />
      {children}
    </label>
  )
}
