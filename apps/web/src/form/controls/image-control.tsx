import { UPLOAD_BYTES_MAX, UPLOAD_PIXELS_MAX } from '@infra/protocol/files'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ChooseButton, FilePicker } from '../files/file-picker.tsx'
import { FileState } from '../files/file-state.tsx'
import { shrinkImage } from '../files/shrink-image.ts'
import type { FieldOf, FileValue } from '../raw-value.ts'
import type { ControlProps } from './control.ts'

const ACCEPT = 'image/png,image/jpeg,image/webp'
/** The limit if an app has none: sharp enough for any app, and well below the upload limit. */
const FITTING_SIDE = 4096

export function ImageControl(props: ControlProps<'image'>) {
  const { id, describedBy, field, value, form, onChange } = props
  const pick = (file: Blob) => void form.pick(field.name, file)
  if (value) return <Picked {...props} value={value} onPick={pick} onRemove={() => onChange(null)} />
  return (
    <FilePicker
      id={id}
      describedBy={describedBy}
      label={field.label}
      accept={ACCEPT}
      invitation="Drop a picture here, paste one, or choose it. PNG, JPEG or WebP, up to 8 MB."
      onPick={pick}
    >
      <ChooseButton
        label={`${field.label}: take a photo`}
        accept="image/*"
        capture="environment"
        className="pointer-fine:hidden"
        onPick={pick}
      >
        Take a photo
      </ChooseButton>
    </FilePicker>
  )
}

interface PickedProps extends ControlProps<'image'> {
  value: FileValue
  onPick: (file: Blob) => void
  onRemove: () => void
}

function Picked({ id, describedBy, field, value, isShownBelow, form, onPick, onRemove }: PickedProps) {
  const { width, height } = value.file
  return (
    <div className="flex flex-col gap-3">
      {!(isShownBelow && value.preview && width && height) && (
        <Preview key={value.preview} src={value.preview} label={field.label} />
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileState
          value={value}
          facts={width && height ? `${width} × ${height}` : undefined}
          onSendAgain={() => form.sendAgain(field.name)}
        />
        <div className="-mr-3 ml-auto flex flex-wrap">
          {isTooLarge(field, value) && value.state !== 'uploaded' && (
            <Button
              className="mr-2 px-4"
              onClick={async () => onPick(await shrinkImage(value.blob, field.sideMax ?? FITTING_SIDE))}
            >
              Make it fit
            </Button>
          )}
          <ChooseButton
            id={id}
            describedBy={describedBy}
            label={`${field.label}: replace`}
            accept={ACCEPT}
            className="border-transparent px-3 text-muted underline-offset-4 hover:border-transparent hover:bg-transparent hover:text-text hover:underline"
            onPick={onPick}
          >
            {value.state === 'refused' && value.isFinal ? 'Choose another' : 'Replace'}
          </ChooseButton>
          <Button variant="text" className="px-3" onClick={onRemove}>
            Remove
          </Button>
        </div>
      </div>
    </div>
  )
}

function Preview({ src, label }: { src: string | null; label: string }) {
  const [isBroken, setBroken] = useState(src === null)
  if (isBroken || !src) {
    return (
      <p className="flex items-center gap-3 border border-line px-4 py-6 text-muted">
        <Icon name="image-broken" /> No preview for this file.
      </p>
    )
  }
  return (
    <img
      src={src}
      alt={`${label}, as chosen`}
      className="max-h-80 w-full border border-line bg-raised object-contain"
      onError={() => setBroken(true)}
    />
  )
}

function isTooLarge(field: FieldOf<'image'>, value: FileValue): boolean {
  const { width, height } = value.file
  if (value.state === 'uploaded' || !width || !height) return false
  return (
    value.blob.size > UPLOAD_BYTES_MAX ||
    width * height > UPLOAD_PIXELS_MAX ||
    Math.max(width, height) > (field.sideMax ?? Number.POSITIVE_INFINITY)
  )
}
