import { usePageLocation } from '../navigation/navigation.ts'
import type { Screen } from '../navigation/screens.ts'
import { Glitch } from './glitch/glitch.tsx'
import { glitchIntervals } from './glitch/schedule-glitches.ts'

export function PageTitle({ screen }: { screen: Screen }) {
  const { search } = usePageLocation()
  // What is open has a heading of its own, which is the larger one.
  const isSmall =
    (screen.name === 'apps' && search.app !== undefined) ||
    (screen.name === 'nodes' && search.about === 'trust')
  if (!screen.titled) return null
  return (
    <h1
      className={`font-mono font-semibold tracking-tight ${isSmall ? 'mb-2 text-lg/7 text-muted' : 'mb-8 text-4xl/tight sm:mb-10 sm:text-5xl/tight'}`}
    >
      <Glitch key={screen.name} text={screen.label} interval={glitchIntervals.pageTitle} />
    </h1>
  )
}
