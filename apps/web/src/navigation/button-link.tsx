import type { ReactNode } from 'react'
import { buttonLook } from '../ui/button.tsx'
import { Link } from './link.tsx'
import type { Screen } from './screens.ts'

interface ButtonLinkProps {
  to: Screen['path']
  look?: Parameters<typeof buttonLook>[0]
  children: ReactNode
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ to, look = 'plain', children }: ButtonLinkProps) {
  return (
    <Link to={to} className={buttonLook(look)}>
      {children}
    </Link>
  )
}
