import type { ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'

/** Opens a node on Nodes. */
export function NodeLink({ id, children }: { id: string; children: ReactNode }) {
  return (
    <Link to="/nodes" search={{ node: id }} className={IN_TEXT}>
      {children}
    </Link>
  )
}
