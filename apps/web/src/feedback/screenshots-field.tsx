import { SCREENSHOTS_MAX } from '@infra/protocol/feedback'
import { useEffect, useId, useState } from 'react'
import { FilePicker } from '../form/files/file-picker.tsx'
import { Button } from '../ui/button.tsx'
import type { AttachedPicture } from './draft.ts'

const ACCEPT = 'image/png,image/jpeg,image/webp'

interface ScreenshotsFieldProps {
  pictures: readonly AttachedPicture[]
  bytes: ReadonlyMap<string, Blob>
  problem?: string
  onAttach: (file: Blob) => void
  onDetach: (name: string) => void
}

/** Screenshots: dropped, pasted anywhere on the page, or chosen. */
export function ScreenshotsField({ pictures, bytes, problem, onAttach, onDetach }: ScreenshotsFieldProps) {
  const id = useId()
  const isFull = pictures.length >= SCREENSHOTS_MAX
  usePastedPicture(isFull ? undefined : onAttach)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-2.5 font-mono text-sm">
        Screenshots <span className="text-muted">(optional)</span>
      </legend>
      {pictures.length > 0 && (
        <ul className="mb-2 grid grid-cols-2 gap-4 sm:grid-cols-3">
          {pictures.map(({ name }, index) => (
            <li key={name} className="flex flex-col border border-line">
              <Thumbnail picture={bytes.get(name)} label={`Screenshot ${index + 1}`} />
              <Button
                variant="text"
                aria-label={`Remove screenshot ${index + 1}`}
                onClick={() => onDetach(name)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {!isFull && (
        <FilePicker
          id={id}
          describedBy={`${id}-note`}
          label="Screenshot"
          accept={ACCEPT}
          invitation={`Drop a picture here, paste one, or choose it. PNG, JPEG or WebP, up to 8 MB, at most ${SCREENSHOTS_MAX}.`}
          onPick={onAttach}
        />
      )}
      <p
        id={`${id}-note`}
        role={problem ? 'alert' : undefined}
        className={problem ? 'text-danger' : 'text-muted'}
      >
        {problem ? `A screenshot ${problem}.` : 'Only our team sees them. Hide anything private first.'}
      </p>
    </fieldset>
  )
}

function Thumbnail({ picture, label }: { picture: Blob | undefined; label: string }) {
  const address = useAddress(picture)
  return address ? (
    <img src={address} alt={label} className="aspect-video w-full bg-raised object-contain" />
  ) : (
    <p className="grid aspect-video place-items-center bg-raised p-2 text-center text-sm/5 text-muted">
      {label}, attached
    </p>
  )
}

function useAddress(picture: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!picture) return
    const made = URL.createObjectURL(picture)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return address
}

function usePastedPicture(onPaste: ((file: Blob) => void) | undefined): void {
  useEffect(() => {
    if (!onPaste) return
    const paste = ({ clipboardData }: ClipboardEvent) => {
      const file = [...(clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'))
      if (file) onPaste(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [onPaste])
}
