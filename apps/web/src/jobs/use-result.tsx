import type { Job } from '@infra/protocol/jobs'
import { useId, useState } from 'react'
import { Link } from '../navigation/link.tsx'
import { Button, buttonStyle } from '../ui/button.tsx'
import { usesOf } from './uses-of.ts'

/** Links from a result to the forms of the apps that accept it, filled in with it. */
export function UseResult({ job }: { job: Pick<Job, 'id' | 'status' | 'outputs'> }) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const uses = usesOf(job)
  if (uses.length === 0) return null
  return (
    <>
      <Button aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
        Use in …
      </Button>
      {isOpen && (
        <ul id={id} aria-label="Use this result in" className="flex basis-full flex-wrap gap-2">
          {uses.map(({ app, result }) => (
            <li key={app.id}>
              <Link to="/apps" search={{ app: app.id, use: result }} className={buttonStyle('secondary')}>
                {app.name}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
