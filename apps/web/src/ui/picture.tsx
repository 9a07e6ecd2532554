import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import { useIsHydrating } from './use-is-hydrating.ts'

interface PictureProps {
  src: string
  srcSet?: string | null
  sizes?: string
  /** A few pixels as a data URL, shown until the picture is loaded. */
  placeholder?: string | null
  alt: string
  width?: number | null
  height?: number | null
  className?: string
  /** Its aspect ratio. With it, the picture fills its container without covering more than its own area. */
  fit?: number
  /** For pictures that are visible at once; all others are loaded when they come near the viewport. */
  eager?: boolean
}

/** A picture that shows when it cannot be loaded, and can be loaded again. */
export function Picture(props: PictureProps) {
  const { placeholder, eager, srcSet, alt, width, height, fit, className = '', ...image } = props
  const [state, setState] = useState<'coming' | 'there' | 'broken'>('coming')
  const [attempt, setAttempt] = useState(0)
  const hydrating = useIsHydrating()
  const element = useRef<HTMLImageElement>(null)
  useEffect(() => {
    // A server-rendered picture may have loaded or failed before the handlers were attached.
    if (element.current?.complete)
      element.current.decode().then(
        () => setState('there'),
        () => setState('broken'),
      )
  }, [])
  if (state === 'broken') {
    const retry = () => {
      setAttempt(attempt + 1)
      setState('coming')
    }
    return <BrokenPicture onRetry={retry}>{alt}</BrokenPicture>
  }
  const shown = (
    <img
      key={attempt}
      ref={element}
      {...image}
      alt={alt}
      srcSet={srcSet ?? undefined}
      width={width ?? undefined}
      height={height ?? undefined}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      draggable={false}
      className={`${state === 'coming' ? 'bg-raised bg-cover bg-center' : ''} ${className}`}
      // The content security policy forbids inline styles in the page's HTML; those that scripts set are allowed.
      style={
        hydrating
          ? undefined
          : {
              ...(state === 'coming' && placeholder ? { backgroundImage: `url("${placeholder}")` } : {}),
              ...(fit ? { width: `min(100cqw, 100cqh * ${fit})`, aspectRatio: fit } : {}),
            }
      }
      onLoad={() => setState('there')}
      onError={() => setState('broken')}
    />
  )
  return fit ? <div className="@container-size grid size-full place-items-center">{shown}</div> : shown
}

function BrokenPicture({ children, onRetry }: { children: ReactNode; onRetry: () => void }) {
  return (
    <div className="flex size-full min-h-40 flex-col items-center justify-center gap-3 bg-raised p-4 text-center text-muted">
      <Icon name="image-broken" size={28} />
      <p className="text-sm/5">
        <span className="sr-only">{children}: </span>Couldn’t load the picture.
      </p>
      <button
        type="button"
        className="relative z-10 label min-h-9 border border-edge px-3 text-text hover:border-text"
        onClick={onRetry}
      >
        Try again
      </button>
    </div>
  )
}
