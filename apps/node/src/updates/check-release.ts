import {
  type AgentRelease,
  agentReleaseTypedData,
  type SignedAgentRelease,
} from '@infra/protocol/signatures/agent-releases'
import { type Hex, type RecoverTypedDataAddressParameters, recoverTypedDataAddress } from 'viem'

interface InstalledAgent {
  version: string
  releasedAt: number
  /** The key of the network that it was installed from. */
  signer: string
  /** The version that its operator wants, or the beginning of it. */
  pin?: string
}

type Verdict =
  | { kind: 'take'; release: AgentRelease }
  | { kind: 'keep'; why: string }
  /** Somebody should look at it. */
  | { kind: 'refuse'; problem: string }

/** Whether to install a release. Nothing in it is trusted before its signature is verified. */
export async function checkRelease(
  { release, networkSignature }: SignedAgentRelease,
  { version, releasedAt, signer, pin }: InstalledAgent,
): Promise<Verdict> {
  if ((await signerOf(release, networkSignature as Hex))?.toLowerCase() !== signer.toLowerCase()) {
    const problem = `Version ${release.version} is not signed by ${signer}, the key of the network that this node was installed from. If the network has changed its key, run the line from its Nodes page again.`
    return { kind: 'refuse', problem }
  }
  if (release.version === version) return { kind: 'keep', why: `${version} is the version of the network.` }
  if (pin !== undefined) {
    const isPinned = release.version === pin || release.version.startsWith(`${pin}-`)
    if (isPinned) return { kind: 'take', release }
    return { kind: 'keep', why: `The network has ${release.version}, but NODE_VERSION asks for ${pin}.` }
  }
  if (release.releasedAt <= releasedAt)
    return { kind: 'keep', why: `The network has ${release.version}, which is older than ${version}.` }
  return { kind: 'take', release }
}

async function signerOf(release: AgentRelease, signature: Hex): Promise<string | undefined> {
  try {
    return await recoverTypedDataAddress({
      ...agentReleaseTypedData(release),
      signature,
    } as RecoverTypedDataAddressParameters)
  } catch {
    // Not a signature at all.
    return undefined
  }
}
