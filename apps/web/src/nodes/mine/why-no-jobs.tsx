import type { MyNode } from '@infra/protocol/nodes'

/** A node that is busy needs no reason: it has what it is there for. */
export function WhyNoJobs({ node }: { node: Pick<MyNode, 'state' | 'whyNoJobs'> }) {
  if (!node.whyNoJobs || node.state === 'busy') return null
  return (
    <p className="border-l-2 border-danger pl-4">
      <span className="text-muted">Why it gets no jobs: </span>
      {node.whyNoJobs}
    </p>
  )
}
