import { useEffect, useRef } from 'react'
import { type GlitchInterval, glitchIntervals, scheduleGlitches } from './schedule-glitches.ts'

interface GlitchProps {
  text: string
  interval?: GlitchInterval
}

/** Text with an occasional glitch effect. The effect is CSS alone, so screen readers read the text once. */
export function Glitch({ text, interval = glitchIntervals.default }: GlitchProps) {
  const element = useRef<HTMLSpanElement>(null)

  useEffect(() => {
    const motion = matchMedia('(prefers-reduced-motion: no-preference)')
    let stop: (() => void) | undefined
    const follow = () => {
      stop?.()
      stop = motion.matches
        ? scheduleGlitches((on) => element.current?.toggleAttribute('data-glitching', on), interval)
        : undefined
    }
    follow()
    motion.addEventListener('change', follow)
    return () => {
      motion.removeEventListener('change', follow)
      stop?.()
    }
  }, [interval])

  return (
    <span ref={element} className="glitch" data-text={text}>
      {text}
    </span>
  )
}
