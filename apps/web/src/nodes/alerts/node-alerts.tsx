import { describeAlert, describeAlertOver } from '@infra/protocol/alerts/describe-alert'
import type { NodeAlert } from '@infra/protocol/alerts/node-alerts'
import { STEADY_HOURS } from '@infra/protocol/alerts/node-alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryClient } from '../../api/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { alertsQuery } from './alert-queries.ts'

const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** How many are shown at first; the others on demand. */
const SHOWN_FIRST = 5

interface NodeAlertsProps {
  address: string
  /** If set, only this node's alerts are shown. */
  nodeId?: string
}

/** Current and recent problems of the user's nodes. Renders nothing if there are none. */
export function NodeAlerts({ address, nodeId }: NodeAlertsProps) {
  const [isWhole, setWhole] = useState(false)
  const { data } = useQuery(alertsQuery(address), queryClient)
  const alerts = data?.items.filter(({ node }) => !nodeId || node.id === nodeId) ?? []
  const open = alerts.filter(({ overAt }) => !overAt)
  const over = alerts.filter(({ overAt }) => overAt)
  if (alerts.length === 0) return null
  return (
    <section aria-labelledby="node-alerts" className="flex flex-col gap-4">
      <h2 id="node-alerts" className="text-xl/7 font-semibold">
        {nodeId ? 'Alerts' : open.length > 0 ? 'Your nodes need you' : 'Alerts about my nodes'}
      </h2>
      {open.length > 0 && (
        <ul className="flex flex-col border border-danger">
          {(isWhole ? open : open.slice(0, SHOWN_FIRST)).map((alert) => (
            <OpenAlert key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {open.length > SHOWN_FIRST && !isWhole && (
        <Button className="self-start" onClick={() => setWhole(true)}>
          Show all {open.length}
        </Button>
      )}
      {over.length > 0 && <OverAlerts alerts={over} />}
    </section>
  )
}

function OpenAlert({ alert }: { alert: NodeAlert }) {
  const { title, body } = describeAlert(alert)
  return (
    <li className="flex flex-col gap-2 border-t border-line p-4 first:border-t-0 sm:p-5">
      <p className="text-lg/7 font-semibold break-words">{title}</p>
      <p className="break-words">{body}</p>
      <p className="label text-muted">
        Since <Moment at={alert.since} />
        {alert.calmSince && (
          <>
            {' '}
            · Well since <Moment at={alert.calmSince} />. This goes away after {STEADY_HOURS} hours.
          </>
        )}
      </p>
    </li>
  )
}

function OverAlerts({ alerts }: { alerts: NodeAlert[] }) {
  return (
    <details>
      <summary className="label cursor-pointer py-3 text-muted hover:text-text">
        Over in the last week: {alerts.length}
      </summary>
      <ul className="flex flex-col gap-2 pt-2">
        {alerts.map((alert) => (
          <li key={alert.id} className="flex flex-wrap gap-x-4 break-words">
            <span>{alert.isDropped ? describeAlert(alert).title : describeAlertOver(alert).title}</span>
            <span className="text-muted">
              <Moment at={alert.since} /> to <Moment at={alert.overAt!} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function Moment({ at }: { at: Date }) {
  return <time dateTime={at.toISOString()}>{moment.format(at)}</time>
}
