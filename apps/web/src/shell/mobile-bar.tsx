import { useAccount } from '../account/account-context.tsx'
import { Link } from '../navigation/link.tsx'
import { Icon } from '../ui/icon.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { useLinkWallet } from './use-link-wallet.ts'
import { mobileScreens } from './visible-screens.ts'

/** The navigation below 640 px. */
export function MobileBar() {
  const account = useAccount()
  const { allowed, button, link } = useLinkWallet()
  return (
    <nav
      aria-label="Bar"
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-ground pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="flex">
        {mobileScreens('main', account).map(({ name, path, icon, label }) => (
          <li key={name} className="flex-1">
            <Link to={path} className={barItem}>
              <Icon name={icon} size={20} />
              {label}
            </Link>
          </li>
        ))}
        {/* Keeps the space of Link on the screens of someone whose wallet is reconnecting, so that nothing moves. */}
        {account.returning && <li className="flex-1" />}
        {allowed && (
          <li className="flex-1 known:invisible">
            <button ref={button} type="button" className={barItem} onClick={link}>
              <Icon name="link" size={20} />
              Link
            </button>
          </li>
        )}
        <MobileMenu className={barItem} />
      </ul>
    </nav>
  )
}

const barItem =
  'label relative flex h-15 w-full flex-col items-center justify-center gap-1.5 border-t-2 border-transparent text-muted aria-[current=page]:border-text aria-[current=page]:text-text aria-expanded:text-text'
