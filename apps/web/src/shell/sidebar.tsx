import type { ReactNode } from 'react'
import { useAccount } from '../account/account-context.tsx'
import { Link } from '../navigation/link.tsx'
import type { Screen } from '../navigation/screens.ts'
import { useCurrentScreen } from '../navigation/use-current-screen.ts'
import { Icon } from '../ui/icon.tsx'
import { LinkButton } from './link-button.tsx'
import { SocialLinks } from './social-links.tsx'
import { VersionLabel } from './version-label.tsx'
import { sidebarScreens } from './visible-screens.ts'
import { Wordmark } from './wordmark.tsx'

/** The navigation from 640 px up, and below it what else is always visible. */
export function Sidebar({ children }: { children?: ReactNode }) {
  const account = useAccount()
  return (
    <aside
      aria-label="Sidebar"
      className="sticky top-0 hidden h-dvh w-48 shrink-0 flex-col gap-8 overflow-y-auto border-r border-line py-6 sm:flex lg:w-60"
    >
      <div className="px-5 lg:px-7">
        <Wordmark />
      </div>
      <Group label="Main" screens={sidebarScreens('main', account)} />
      <div className="px-5 empty:hidden lg:px-7">
        <LinkButton />
      </div>
      {children}
      <div className="mt-auto flex flex-col gap-6">
        <Group label="More" screens={sidebarScreens('menu', account)} />
        <div className="flex flex-col gap-4 border-t border-line px-5 pt-5 lg:px-7">
          <SocialLinks />
          <VersionLabel />
        </div>
      </div>
    </aside>
  )
}

function Group({ label, screens }: { label: string; screens: Screen[] }) {
  const current = useCurrentScreen()
  return (
    <nav aria-label={label}>
      <ul>
        {screens.map(({ name, path, icon, label }) => (
          <li key={name}>
            <Link
              to={path}
              aria-current={current?.name === name ? 'page' : undefined}
              className="flex min-h-10 items-center gap-3.5 border-l-2 border-transparent px-5 font-mono text-sm text-muted transition-colors duration-100 hover:text-text aria-[current=page]:border-text aria-[current=page]:text-text lg:px-6.5"
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
