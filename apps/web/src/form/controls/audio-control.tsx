import { UPLOAD_BYTES_MAX } from '@infra/protocol/files'
import { Button } from '../../ui/button.tsx'
import { inferno } from '../../ui/inferno.ts'
import { isWav, toWav, WAV_RATE } from '../files/encode-wav.ts'
import { FilePicker } from '../files/file-picker.tsx'
import { FileState } from '../files/file-state.tsx'
import { namedLike } from '../files/named-like.ts'
import type { ControlProps } from './control.ts'
import { useRecorder } from './use-recorder.ts'

/** How long a recording may be to fit into an upload. */
const RECORDING_SECONDS_MAX = Math.floor(UPLOAD_BYTES_MAX / (WAV_RATE * 2)) - 1

export function AudioControl({ id, describedBy, field, value, form, onChange }: ControlProps<'audio'>) {
  const recorder = useRecorder(
    Math.min(field.secondsMax, RECORDING_SECONDS_MAX),
    (wav) => void form.pick(field.name, wav),
  )
  /** Converts other formats to WAV if the browser can decode them; if not, the API refuses the file. */
  const pick = async (file: Blob) =>
    form.pick(
      field.name,
      (await isWav(file))
        ? file
        : await toWav(file).then(
            (wav) => namedLike(file, wav),
            () => file,
          ),
    )

  if (value) {
    return (
      <div className="flex flex-col gap-3">
        {value.preview && (
          // biome-ignore lint/a11y/useMediaCaption: a user's own recording has no captions.
          <audio controls src={value.preview} aria-label={`${field.label}, as chosen`} className="w-full" />
        )}
        <div className="flex flex-wrap items-center gap-x-4">
          <FileState
            value={value}
            facts={value.file.seconds === null ? undefined : `${value.file.seconds.toFixed(1)} s`}
            onSendAgain={() => form.sendAgain(field.name)}
          />
          <Button id={id} variant="text" className="-mr-3 ml-auto px-3" onClick={() => onChange(null)}>
            Remove
          </Button>
        </div>
      </div>
    )
  }
  if (recorder.phase !== 'idle') return <Recording {...recorder} secondsMax={field.secondsMax} />
  return (
    <>
      <FilePicker
        id={id}
        describedBy={describedBy}
        label={field.label}
        accept="audio/*"
        invitation={`Drop a sound here, choose one or record it. Up to ${field.secondsMax} seconds and 8 MB.`}
        onPick={(file) => void pick(file)}
      >
        <Button onClick={() => void recorder.start()}>Record</Button>
      </FilePicker>
      <p role="alert" className="text-danger empty:hidden">
        {recorder.problem && `${field.label} ${recorder.problem}.`}
      </p>
    </>
  )
}

type RecordingProps = ReturnType<typeof useRecorder> & { secondsMax: number }

function Recording({ phase, seconds, level, stop, secondsMax }: RecordingProps) {
  return (
    <div className="flex flex-col items-center gap-5 border border-edge px-4 py-8">
      <p role="status" className="font-mono text-sm text-muted">
        {
          { idle: '', asking: 'Asking for the microphone', recording: 'Recording', reading: 'Reading it' }[
            phase
          ]
        }
      </p>
      <p className="font-mono text-3xl tabular-nums">
        {seconds.toFixed(1)}
        <span className="text-base text-muted"> / {secondsMax} s</span>
      </p>
      <meter aria-label="Level" min={0} max={1} value={level} className="sr-only" />
      <div aria-hidden="true" className="h-2 w-full max-w-80 bg-raised">
        <div
          className="h-full"
          style={{ width: `${level * 100}%`, background: inferno(0.3 + level * 0.7) }}
        />
      </div>
      <Button variant="primary" disabled={phase !== 'recording'} onClick={stop}>
        Stop
      </Button>
    </div>
  )
}
