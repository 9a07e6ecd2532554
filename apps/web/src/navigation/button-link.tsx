import type { ReactNode } from 'react'
import { buttonLook } from '../ui/button.tsx'
import { Link } from './link.tsx'
import type { Search } from './navigation.ts'
import type { Screen } from './screens.ts'

interface ButtonLinkProps {
  to: Screen['path']
  search?: Search
  look?: Parameters<typeof buttonLook>[0]
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, search, look = 'plain', children }: ButtonLinkProps) {
  return (
    <Link to={to} search={search} className={buttonLook(look)}>
      {children}
    </Link>
  )
}
