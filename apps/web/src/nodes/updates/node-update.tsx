import type { MyNode } from '@infra/protocol/nodes'

/** One line about a node's agent: its version, and the state of the newest one. Renders nothing before its first sign-in. */
export function NodeUpdate({ node }: { node: Pick<MyNode, 'agentVersion' | 'update'> }) {
  const { agentVersion, update } = node
  if (!agentVersion) return null
  const isFailed = update?.state === 'failed'
  return (
    <p className={`text-sm break-words ${isFailed ? 'border-l-2 border-danger pl-4' : 'text-muted'}`}>
      Agent <span className="font-mono">{agentVersion}</span>
      {update && `. ${describe(update)}`}
    </p>
  )
}

function describe({ version, state, problem }: NonNullable<MyNode['update']>): string {
  if (state === 'updating') return `Updating to ${version}.`
  if (state === 'failed') return `${version} isn’t used: ${problem}`
  return `${version} is out.`
}
