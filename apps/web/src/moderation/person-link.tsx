import type { ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'

/** Opens a person over the review; Back closes it. */
export function PersonLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="."
      search={(search) => ({ ...search, user: id })}
      openedHere
      className="underline decoration-edge underline-offset-4 hover:decoration-text"
    >
      {children}
    </Link>
  )
}
