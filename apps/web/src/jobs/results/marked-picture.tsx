import type { JobFile } from '@infra/protocol/jobs'
import { Picture } from '../../ui/picture.tsx'
import type { Region } from './regions.ts'
import type { Highlight } from './use-highlight.ts'

interface MarkedPictureProps {
  picture: JobFile & { width: number; height: number }
  alt: string
  regions: readonly Region[]
  highlight: Highlight
  /** Whether each region has its name on the picture. */
  hasLabels: boolean
}

/** A picture with its regions. Keyboard and screen reader users have the same in the list next to it. */
export function MarkedPicture({ picture, alt, regions, highlight, hasLabels }: MarkedPictureProps) {
  const { width, height } = picture
  return (
    <div
      className="relative mx-auto max-w-full overflow-hidden"
      style={{ aspectRatio: `${width} / ${height}`, width: `calc(70dvh * ${width / height})` }}
    >
      <Picture src={picture.url!} placeholder={picture.placeholder} alt={alt} className="size-full" eager />
      <svg aria-hidden="true" viewBox={`0 0 ${width} ${height}`} className="absolute inset-0 size-full">
        {regions.map(({ box }, at) => (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: regions are identified by their position.
            key={at}
            {...box}
            data-region={at}
            data-active={highlight.at === at || undefined}
            className="cursor-pointer fill-transparent stroke-cool data-active:fill-cool/35 data-active:stroke-text"
            strokeWidth={highlight.at === at ? 3 : 1.5}
            vectorEffect="non-scaling-stroke"
            {...highlight.handlersOf(at)}
          />
        ))}
      </svg>
      {hasLabels &&
        regions.map(({ text, box }, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: as above.
            key={at}
            aria-hidden="true"
            className={`pointer-events-none absolute px-1.5 py-0.5 font-mono text-xs whitespace-nowrap ${highlight.at === at ? 'z-10 bg-text text-ground' : 'bg-ground/80 text-cool'}`}
            style={{
              left: `${clamped(box.x / width) * 100}%`,
              top: `${clamped(box.y / height) * 100}%`,
            }}
          >
            {text}
          </span>
        ))}
    </div>
  )
}

/** Keeps a label on the picture even if its box begins beyond the edge. */
function clamped(part: number): number {
  return Math.min(0.92, Math.max(0, part))
}
