import { usePageLocation } from '../navigation/navigation.ts'
import type { Screen } from '../navigation/screens.ts'
import { Glitch } from './glitch/glitch.tsx'
import { glitchIntervals } from './glitch/schedule-glitches.ts'

export function PageTitle({ screen }: { screen: Screen }) {
  const isAppOpen = usePageLocation().search.app !== undefined && screen.name === 'apps'
  if (!screen.titled) return null
  return (
    <h1
      className={`font-mono font-semibold tracking-tight ${isAppOpen ? 'mb-2 text-lg/7 text-muted' : 'mb-8 text-4xl/tight sm:mb-10 sm:text-5xl/tight'}`}
    >
      <Glitch key={screen.name} text={screen.label} interval={glitchIntervals.pageTitle} />
    </h1>
  )
}
