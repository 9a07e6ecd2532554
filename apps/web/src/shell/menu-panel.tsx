import { useAccount } from '../account/account-context.tsx'
import { Link } from '../navigation/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { SocialLinks } from './social-links.tsx'
import { VersionLabel } from './version-label.tsx'
import { mobileScreens } from './visible-screens.ts'

/** What the Menu button of the mobile bar expands. */
export function MenuPanel({ id, onNavigate }: { id: string; onNavigate: () => void }) {
  const account = useAccount()
  return (
    <section
      id={id}
      aria-label="Menu"
      className="absolute inset-x-0 bottom-full max-h-[70dvh] overflow-y-auto border-t border-edge bg-ground"
    >
      <ul>
        {mobileScreens('menu', account).map(({ name, path, icon, label }) => (
          <li key={name} className="border-b border-line">
            <Link
              to={path}
              onClick={onNavigate}
              className="flex min-h-14 items-center gap-4 px-5 font-mono text-sm text-muted aria-[current=page]:text-text"
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-4 px-5 py-3">
        <SocialLinks />
        <VersionLabel />
      </div>
    </section>
  )
}
