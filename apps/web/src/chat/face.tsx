import type { Mood } from '@infra/protocol/moods'

interface FaceProps {
  mood: Mood
  /** Blinks now and then, if nothing else is going on. */
  atRest?: boolean
  className?: string
}

interface Expression {
  brows: string
  /** Filled shapes, and lines. */
  eyes?: string
  eyeLines?: string
  mouth: string
}

/** Infra: a helmet with a visor, and the expression behind it. */
export function Face({ mood, atRest, className = 'size-16' }: FaceProps) {
  const { brows, eyes, eyeLines, mouth } = expressions[mood]
  const heat = mood === 'angry' ? 'stroke-hot' : 'stroke-inferno-4'
  return (
    <svg
      role="img"
      aria-label={`Infra looks ${descriptions[mood]}.`}
      data-mood={mood}
      viewBox="0 0 96 96"
      fill="none"
      strokeLinecap="butt"
      strokeLinejoin="miter"
      className={`shrink-0 ${className}`}
    >
      <path d="M19 4h58l13 21v44L74 92H22L6 69V25z" className="fill-raised stroke-edge" strokeWidth="2" />
      <path d="M2 40h6v18H2zM88 40h6v18h-6z" className="fill-edge" />
      <path
        d="M15 31h66l5 7v20l-5 7H15l-5-7V38z"
        className="fill-inferno-1 stroke-inferno-2"
        strokeWidth="2"
      />
      <path d="M15 58h66l4 1-4 5H15l-4-5z" className="fill-inferno-2" />
      <path d={brows} className={heat} strokeWidth="5" />
      <g className={atRest ? 'origin-center animate-blink' : undefined}>
        {eyes && <path d={eyes} className={mood === 'angry' ? 'fill-hot' : 'fill-inferno-5'} />}
        {eyeLines && <path d={eyeLines} className="stroke-inferno-5" strokeWidth="5" />}
      </g>
      <path d={mouth} className={heat} strokeWidth="4" />
    </svg>
  )
}

/** A mood without a face does not compile. */
const expressions: Record<Mood, Expression> = {
  angry: {
    brows: 'M20 13l25 13M76 13L51 26',
    eyes: 'M23 38l20 10v7H29zM73 38L53 48v7h14z',
    mouth: 'M33 83l8-6h14l8 6',
  },
  blink: {
    brows: 'M24 24h18M54 24h18',
    eyeLines: 'M22 45l5 5h12l5-5M52 45l5 5h12l5-5',
    mouth: 'M42 78h12',
  },
  confident: {
    brows: 'M23 22l20 4M73 18l-20 8',
    eyes: 'M22 44h21v6l-5 5h-8zM53 44h21v6l-5 5h-8z',
    mouth: 'M36 80h16l11-7',
  },
  eyebrowraise: {
    brows: 'M23 18l5-7h10l5 7M53 27h20',
    eyes: 'M27 36h12v20H27zM56 46h14v7H56z',
    mouth: 'M39 80l18-3',
  },
  happy: {
    brows: 'M23 22l6-5h8l6 5M53 22l6-5h8l6 5',
    eyeLines: 'M22 54l11-12 11 12M52 54l11-12 11 12',
    mouth: 'M31 73l9 8h16l9-8',
  },
  neutral: {
    brows: 'M24 22h18M54 22h18',
    eyes: 'M28 41h10v14H28zM58 41h10v14H58z',
    mouth: 'M38 78h20',
  },
  surprise: {
    brows: 'M23 17l5-6h10l5 6M53 17l5-6h10l5 6',
    eyeLines: 'M25.5 38.5h15v17h-15zM55.5 38.5h15v17h-15z',
    mouth: 'M42 74h12v10H42z',
  },
}

const descriptions: Record<Mood, string> = {
  angry: 'angry',
  blink: 'calm, with eyes shut',
  confident: 'confident',
  eyebrowraise: 'doubtful, one eyebrow raised',
  happy: 'happy',
  neutral: 'neutral',
  surprise: 'surprised',
}
