import type { ComponentProps } from 'react'
import { Link } from './link.tsx'
import { IN_TEXT } from './link-styles.ts'

interface PersonLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex' | 'children'> {
  id: string
}

/** Opens a person over the current screen; Back closes it. */
export function PersonLink({ id, className = IN_TEXT, ...rest }: PersonLinkProps) {
  return (
    <Link to="." search={(search) => ({ ...search, user: id })} openedHere className={className} {...rest} />
  )
}
