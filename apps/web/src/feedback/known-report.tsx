import type { KnownFeedback } from '@infra/protocol/feedback'
import type { ReactNode } from 'react'
import { Link } from '../navigation/link.tsx'
import { IN_TEXT } from '../navigation/link-styles.ts'
import { kindLabels, stateLabels, stateTones } from './feedback-labels.ts'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** A report and its state. Its content is rendered as plain text, whatever it looks like. */
export function KnownReport({ report, children }: { report: KnownFeedback; children?: ReactNode }) {
  const { kind, title, state, answer, devlogEntry, createdAt } = report
  return (
    <div className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <p className="min-w-0 font-semibold break-words">
          <bdi>{title}</bdi>
        </p>
        <p className="label text-muted">
          <span className={stateTones[state]}>{stateLabels[state]}</span> · {kindLabels[kind]} ·{' '}
          <time dateTime={createdAt.toISOString()}>{day.format(createdAt)}</time>
        </p>
      </div>
      {answer && <p className="border-l border-edge pl-4 break-words whitespace-pre-line">{answer}</p>}
      {devlogEntry && (
        <p>
          <Link to="/devlog" hash={devlogEntry} className={IN_TEXT}>
            See what changed
          </Link>
        </p>
      )}
      {children}
    </div>
  )
}
