import { type ProfileSection, profileSections } from '@infra/protocol/pages/screens'
import { useEffect, useRef } from 'react'
import { Link } from '../navigation/link.tsx'
import { TAB } from '../navigation/link-styles.ts'
import { usePageLocation } from '../navigation/navigation.ts'

const labels: Record<ProfileSection, string> = {
  jobs: 'Jobs',
  favourites: 'Favourites',
  credits: 'Credits',
  nodes: 'Nodes',
  keys: 'API keys',
  webhooks: 'Webhooks',
  settings: 'Settings',
}

/** The sections of the profile. On a small screen the row scrolls by itself, to the section that is open. */
export function SectionLinks() {
  const row = useRef<HTMLElement>(null)
  const { path } = usePageLocation()
  useEffect(() => showCurrent(row.current!, path), [path])
  return (
    <nav
      ref={row}
      aria-label="Profile sections"
      className="-mx-4 -mt-4 mb-8 overflow-x-auto border-b border-line px-4 sm:mx-0 sm:px-0"
    >
      <ul className="flex min-w-max gap-6">
        <li>
          <SectionLink to="/profile">About you</SectionLink>
        </li>
        {profileSections.map((section) => (
          <li key={section}>
            <SectionLink to={`/profile/${section}`}>{labels[section]}</SectionLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Not by `scrollIntoView`, which would scroll the page as well. */
function showCurrent(row: HTMLElement, path: string): void {
  const link = row.querySelector(`a[href="${path}"]`)
  if (!link) return
  const [seen, wanted] = [row.getBoundingClientRect(), link.getBoundingClientRect()]
  row.scrollLeft += wanted.left + wanted.width / 2 - (seen.left + seen.width / 2)
}

function SectionLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={`-mb-px ${TAB}`}>
      {children}
    </Link>
  )
}
