import type { ComponentProps } from 'react'
import { Link } from './link.tsx'

interface PersonLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex' | 'children'> {
  id: string
}

/** Opens a person over the current screen; Back closes it. */
export function PersonLink({ id, className = LOOK, ...rest }: PersonLinkProps) {
  return (
    <Link to="." search={(search) => ({ ...search, user: id })} openedHere className={className} {...rest} />
  )
}

const LOOK = 'underline decoration-edge underline-offset-4 hover:decoration-text'
