import type { Job } from '@infra/protocol/jobs'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'
import { type Browsed, browsed, withJob } from './open-job.ts'

interface JobLinkProps extends Pick<ComponentProps<'a'>, 'className' | 'tabIndex' | 'aria-label'> {
  id: Job['id']
  /** The list that the link is part of. */
  within?: Browsed
  children: ReactNode
}

/** Opens a job in the viewer over the current screen; Back closes it. */
export function JobLink({ id, within, ...rest }: JobLinkProps) {
  return (
    <Link
      to="."
      search={withJob(id)}
      openedHere
      data-job={id}
      onClick={() => browsed.set(within)}
      {...rest}
    />
  )
}
