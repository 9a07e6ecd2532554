import { Link } from '@tanstack/react-router'
import { type Screen, screens } from '../screens.ts'
import { Icon } from '../ui/icon.tsx'

/** What there is to see, in one list. A screen that would only send a visitor back here is named, not linked. */
export function Directory({ signedIn }: { signedIn: boolean }) {
  const others = screens.filter(({ name }) => name !== 'home')
  return (
    <section aria-labelledby="directory" className="flex flex-col gap-8">
      <div className="flex flex-wrap justify-between gap-x-8 gap-y-2 font-mono text-sm text-muted">
        <h2 id="directory">What is here</h2>
        <p>Screens open one after another; each says what it does today.</p>
      </div>
      <ul className="border-b border-line">
        {others.map((screen) => (
          <li key={screen.name} className="border-t border-line">
            {signedIn || screen.access === 'public' ? (
              <Link to={screen.path} className={`${row} hover:bg-raised`}>
                <Entry screen={screen} />
              </Link>
            ) : (
              <div className={row}>
                <Entry screen={screen} note="with a wallet" />
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Entry({ screen: { icon, label, description }, note }: { screen: Screen; note?: string }) {
  return (
    <>
      <span className="flex items-center gap-4 font-mono text-sm">
        <Icon name={icon} />
        {label}
      </span>
      <span className="text-muted">{description}</span>
      {note && <span className="label text-muted lg:text-right">{note}</span>}
    </>
  )
}

const row =
  'grid items-center gap-x-8 gap-y-1.5 py-4 sm:grid-cols-[9rem_minmax(0,1fr)] lg:grid-cols-[12rem_minmax(0,1fr)_8rem]'
