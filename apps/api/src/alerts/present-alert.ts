import type { NodeAlert } from '@infra/protocol/alerts/node-alerts'
import { getAddress, type Hex } from 'viem'
import type { listAlertsOf } from './alert-queries.ts'

type AlertRow = Awaited<ReturnType<typeof listAlertsOf>>[number]

export function presentAlert({ nodeId, name, ...alert }: AlertRow): NodeAlert {
  return { ...alert, node: { id: getAddress(nodeId as Hex), name } }
}
