import type { Screen } from '../navigation/screens.ts'
import { Glitch } from './glitch/glitch.tsx'
import { glitchIntervals } from './glitch/schedule-glitches.ts'

export function PageTitle({ screen }: { screen: Screen }) {
  if (!screen.titled) return null
  return (
    <h1 className="mb-8 font-mono text-4xl/tight font-semibold tracking-tight sm:mb-10 sm:text-5xl/tight">
      <Glitch key={screen.name} text={screen.label} interval={glitchIntervals.pageTitle} />
    </h1>
  )
}
