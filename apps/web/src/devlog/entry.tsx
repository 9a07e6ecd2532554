import type { DevlogEntry } from '@infra/protocol/devlog'
import { Markdown } from '../markdown/markdown.tsx'
import { kindLabels } from './kind-labels.ts'

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** One entry. Its heading links to itself, so that the link can be copied. */
export function Entry({ entry, isNew }: { entry: DevlogEntry; isNew: boolean }) {
  const { id, title, date, version, kind, body, closes } = entry
  return (
    <article
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-6 gap-x-10 gap-y-4 border-t border-line py-8 outline-none target:border-t-text lg:grid-cols-[12rem_minmax(0,1fr)]"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1 label text-muted lg:flex-col">
        <time dateTime={date.toISOString()} className="text-text">
          {day.format(date)}
        </time>
        <span>{kindLabels[kind].one}</span>
        <span>Version {version}</span>
        {isNew && (
          <span className="flex items-center gap-2 text-inferno-4">
            <span aria-hidden="true" className="size-2 bg-inferno-4" />
            New since your last visit
          </span>
        )}
      </div>
      <div className="flex max-w-[44rem] min-w-0 flex-col gap-4">
        <h2 id={`${id}-title`} className="text-2xl/8 font-semibold tracking-tight text-balance">
          <a href={`#${id}`} className="underline-offset-4 hover:underline">
            {title}
          </a>
        </h2>
        <Markdown text={body} />
        {closes.length > 0 && (
          <p className="label break-all text-muted">
            {closes.length === 1 ? 'Closed report' : 'Closed reports'} {closes.join(', ')}
          </p>
        )}
      </div>
    </article>
  )
}
