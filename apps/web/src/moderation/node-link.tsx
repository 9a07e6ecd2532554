import type { ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'

/** Opens a node on Nodes. */
export function NodeLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link
      to="/nodes"
      search={{ node: id }}
      className="underline decoration-edge underline-offset-4 hover:decoration-text"
    >
      {children}
    </Link>
  )
}
