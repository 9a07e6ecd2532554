import { type ReactNode, useEffect, useRef, useState } from 'react'
import { measureSound } from './waveform.ts'

interface SoundProps {
  src: string
  seconds: number | null
  label: string
  /** Whether to load the waveform at once or when it is played: a list of many sounds should not load all of them. */
  eager?: boolean
  /** The current line of the transcript, below the player. */
  children?: (player: Player) => ReactNode
}

export interface Player {
  /** In seconds. */
  at: number
  playing: boolean
  playFrom: (seconds: number) => void
}

const BARS = 72

/** Plays a sound, with a waveform to seek in. */
export function Sound({ src, seconds, label, eager, children }: SoundProps) {
  const audio = useRef<HTMLAudioElement>(null)
  const [playing, setPlaying] = useState(false)
  const [broken, setBroken] = useState(false)
  const [at, setAt] = useState(0)
  const [length, setLength] = useState(seconds ?? 0)
  const peaks = usePeaks(src, eager || playing || at > 0)

  // Rejected if the file is gone; `onError` shows that.
  const play = () => audio.current?.play().catch(() => setPlaying(false))
  const toggle = () => (playing ? audio.current?.pause() : play())
  const seek = (seconds: number) => {
    setAt(seconds)
    if (audio.current) audio.current.currentTime = seconds
  }
  const playFrom = (seconds: number) => {
    seek(seconds)
    void play()
  }
  const player = (
    <div className="relative z-10 flex w-full items-center gap-4">
      {/* biome-ignore lint/a11y/useMediaCaption: what people made is not captioned; its text stands beside it. */}
      <audio
        ref={audio}
        src={src}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => setLength(event.currentTarget.duration)}
        onError={() => setBroken(true)}
      />
      <button
        type="button"
        aria-label={`${playing ? 'Pause' : 'Play'} ${label}`}
        className="grid size-12 shrink-0 place-items-center border border-edge hover:border-text"
        onClick={toggle}
      >
        <svg viewBox="0 0 18 18" width={18} height={18} aria-hidden="true" className="fill-current">
          <path d={playing ? 'M3 2h4v14H3zM11 2h4v14h-4z' : 'M4 2l11 7-11 7z'} />
        </svg>
      </button>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="relative h-12">
          <Waveform peaks={peaks} part={length > 0 ? at / length : 0} />
          <input
            type="range"
            aria-label={`Position in ${label}`}
            aria-valuetext={`${formatClock(at)} of ${formatClock(length)}`}
            min={0}
            max={length || 1}
            step={0.1}
            value={at}
            className="absolute inset-0 size-full cursor-pointer opacity-0 focus-visible:opacity-40"
            onChange={(event) => seek(Number(event.currentTarget.value))}
          />
        </div>
        <p className="label text-muted">
          {broken ? 'Couldn’t load the sound.' : `${formatClock(at)} / ${formatClock(length)}`}
        </p>
      </div>
    </div>
  )
  if (!children) return player
  return (
    <div className="flex w-full flex-col gap-5">
      {player}
      {children({ at, playing, playFrom })}
    </div>
  )
}

function Waveform({ peaks, part }: { peaks: number[] | undefined; part: number }) {
  // One path for the played part and one for the rest: two elements, however many bars.
  const played = Math.round(BARS * part)
  const bars = peaks ?? Array.from({ length: BARS }, () => 0)
  const path = (from: number, to: number) =>
    bars
      .slice(from, to)
      .map((peak, index) => `M${(from + index) * 4 + 2} ${24 - peak * 22 - 0.5}v${peak * 44 + 1}`)
      .join('')
  return (
    <svg viewBox={`0 0 ${BARS * 4} 48`} preserveAspectRatio="none" aria-hidden="true" className="size-full">
      <path d={path(0, played)} className="stroke-inferno-4" strokeWidth="2" />
      <path d={path(played, BARS)} className="stroke-edge" strokeWidth="2" />
    </svg>
  )
}

function usePeaks(src: string, wanted: boolean): number[] | undefined {
  const [peaks, setPeaks] = useState<number[]>()
  useEffect(() => {
    if (!wanted) return
    let left = false
    measureSound(src, BARS)
      .then((measured) => left || setPeaks(measured))
      // Without a waveform the sound can still be played.
      .catch(() => {})
    return () => {
      left = true
    }
  }, [src, wanted])
  return peaks
}

export function formatClock(seconds: number): string {
  const whole = Math.floor(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
