import { Refusal } from '@infra/protocol/refusal'
import { readNetwork } from '../auth/key-networks.ts'

/** Refuses the request with a message for each of these fields. */
export function refuseFields(problems: Record<string, string>): void {
  const errors = Object.entries(problems).map(([name, message]) => ({ pointer: `/${name}`, message }))
  if (errors.length === 0) return
  const sentence = errors.length === 1 ? '1 field is not valid.' : `${errors.length} fields are not valid.`
  throw new Refusal('validation_failed', sentence, { errors })
}

export function refuseUnreadableNetworks(networks: readonly string[] | null | undefined): void {
  const problems = (networks ?? []).flatMap((network, place) =>
    readNetwork(network) ? [] : [[`networks/${place}`, 'must look like 203.0.113.0/24']],
  )
  refuseFields(Object.fromEntries(problems))
}
