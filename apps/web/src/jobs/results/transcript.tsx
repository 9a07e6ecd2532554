import type { JobFile } from '@infra/protocol/jobs'
import { formatClock, Sound } from '../../ui/sound.tsx'
import { type Subtitle, subtitleAt } from './subtitles.ts'

interface TranscriptProps {
  sound: JobFile
  label: string
  subtitles: readonly Subtitle[]
}

/** A sound with its transcript: the current line is marked, and each line plays from its start. */
export function Transcript({ sound, label, subtitles }: TranscriptProps) {
  return (
    <Sound src={sound.url!} seconds={sound.seconds} label={label} eager>
      {({ at, playing, playFrom }) => {
        const current = subtitleAt(subtitles, at)
        return (
          <ol aria-label="Transcript" className="flex flex-col">
            {subtitles.map(({ start, text }, line) => (
              <li key={`${start} ${text}`}>
                <button
                  type="button"
                  aria-current={line === current && (playing || at > 0) ? 'true' : undefined}
                  className="flex min-h-11 w-full items-baseline gap-4 border-l-2 border-transparent py-2 pl-3 text-left text-lg/7 text-muted hover:text-text aria-[current]:border-cool aria-[current]:text-text"
                  onClick={() => playFrom(start)}
                >
                  <span className="shrink-0 font-mono text-sm text-muted tabular-nums">
                    {formatClock(start)}
                  </span>
                  {text}
                </button>
              </li>
            ))}
          </ol>
        )
      }}
    </Sound>
  )
}
