import type { MyNode } from '@infra/protocol/nodes'

/** A busy node needs no reason. */
export function WhyNoJobs({ node }: { node: Pick<MyNode, 'state' | 'whyNoJobs'> }) {
  if (!node.whyNoJobs || node.state === 'busy') return null
  return (
    <p className="border-l-2 border-danger pl-4">
      <span className="text-muted">Why it gets no jobs: </span>
      {node.whyNoJobs}
    </p>
  )
}
