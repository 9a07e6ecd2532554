import type { PublicNode } from '@infra/protocol/nodes'
import { PersonLink } from '../navigation/person-link.tsx'

/** Who runs a node, as a link to what else they show. */
export function Operator({ operator }: Pick<PublicNode, 'operator'>) {
  if (!operator) return 'Deleted account'
  return (
    <PersonLink id={operator.id} className="underline-offset-4 hover:text-text hover:underline">
      {operator.name ?? operator.shortAddress}
    </PersonLink>
  )
}
