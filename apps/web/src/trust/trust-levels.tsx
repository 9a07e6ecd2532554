import type { TrustLevel, TrustNumbers } from '@infra/protocol/trust'
import { levelLabels } from './describe-trust.ts'

/** What nodes get at each level, and how they reach it. */
export function TrustLevels({ numbers }: { numbers: TrustNumbers }) {
  return (
    <>
      <p>A node has a level in each app. Nothing its operator does changes it but good results.</p>
      <dl className="flex flex-col border-y border-line">
        {levelsOf(numbers).map(({ level, gets, how }) => (
          <div
            key={level}
            className="grid gap-x-6 gap-y-1 border-t border-line py-3 first:border-t-0 sm:grid-cols-[8rem_minmax(0,1fr)]"
          >
            <dt className="font-semibold">{levelLabels[level]}</dt>
            <dd>
              {gets} <span className="text-muted">{how}</span>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-muted">
        Machines of the network itself are trusted from the start, and are checked too. A new version of an
        app makes a trusted node prove itself again.
      </p>
    </>
  )
}

function levelsOf(numbers: TrustNumbers): { level: TrustLevel; gets: string; how: string }[] {
  return [
    {
      level: 'new',
      gets: 'Gets only jobs whose answer is known.',
      how: `Every node begins here, and passes ${numbers.entranceCanaries} of them.`,
    },
    {
      level: 'probation',
      gets: `Gets public jobs of up to ${numbers.probationPriceMax} credits that nobody else can take, and is checked every time.`,
      how: 'Nothing it earns is paid out yet.',
    },
    {
      level: 'known',
      gets: 'Gets all public jobs, and checks others.',
      how: `After ${numbers.probationChecks} checks and ${numbers.probationHours} hours.`,
    },
    {
      level: 'trusted',
      gets: 'Gets private jobs too.',
      how: `After ${numbers.knownChecks} more checks and ${numbers.trustedDays} days.`,
    },
  ]
}
