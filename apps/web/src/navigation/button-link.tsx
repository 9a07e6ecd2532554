import type { ReactNode } from 'react'
import { buttonStyle } from '../ui/button.tsx'
import { Link } from './link.tsx'
import type { Search } from './navigation.ts'
import type { Screen } from './screens.ts'

interface ButtonLinkProps {
  to: Screen['path']
  search?: Search
  variant?: Parameters<typeof buttonStyle>[0]
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, search, variant = 'secondary', children }: ButtonLinkProps) {
  return (
    <Link to={to} search={search} className={buttonStyle(variant)}>
      {children}
    </Link>
  )
}
