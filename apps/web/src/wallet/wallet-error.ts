export type WalletProblem =
  /** The user declined in their wallet. */
  | 'rejected'
  /** The wallet has another request open and accepts no second one. */
  | 'pending'
  /** The wallet is not installed or no longer available. */
  | 'missing'
  | 'not_connected'
  | 'wrong_chain'
  /** Nobody answered in time. */
  | 'unreachable'
  /** The user stopped waiting. */
  | 'cancelled'
  /** The user replaced the transaction by another one. */
  | 'replaced'
  | 'failed'

/** A failure of a wallet call that we found ourselves. `problemOf` also understands the errors of wallets. */
export class WalletError extends Error {
  override name = 'WalletError'
  readonly problem: WalletProblem

  constructor(problem: WalletProblem, message: string, options?: ErrorOptions) {
    super(message, options)
    this.problem = problem
  }
}

/** Classifies an error: wallets, viem and wagmi wrap each other's errors several layers deep. */
export function problemOf(error: unknown): WalletProblem {
  for (const layer of layersOf(error)) {
    if (layer instanceof WalletError) return layer.problem
    const problem = problemsByCode.get(layer.code) ?? problemsByName.get(layer.name)
    if (problem) return problem
  }
  return 'failed'
}

/** The first line of the wallet's own message. */
export function messageOf(error: unknown): string | undefined {
  const [outer] = layersOf(error)
  const text = outer?.shortMessage ?? outer?.message
  if (typeof text !== 'string') return undefined
  const [line = ''] = text.trim().split('\n')
  return line.length > MESSAGE_CHARACTERS_MAX
    ? `${line.slice(0, MESSAGE_CHARACTERS_MAX)}…`
    : line || undefined
}

const MESSAGE_CHARACTERS_MAX = 160

/** Codes of EIP-1193, of JSON-RPC as wallets use it, and of WalletConnect (5000 to 5002). */
const problemsByCode = new Map<unknown, WalletProblem>([
  [4001, 'rejected'],
  [5000, 'rejected'],
  [5001, 'rejected'],
  [5002, 'rejected'],
  [-32002, 'pending'],
])

const problemsByName = new Map<unknown, WalletProblem>([
  ['ProviderNotFoundError', 'missing'],
  ['ConnectorNotFoundError', 'missing'],
  ['ConnectorNotConnectedError', 'not_connected'],
  ['ConnectorAccountNotFoundError', 'not_connected'],
  ['ConnectorChainMismatchError', 'wrong_chain'],
  ['ChainMismatchError', 'wrong_chain'],
])

const LAYERS_MAX = 10

function layersOf(error: unknown): Record<string, unknown>[] {
  const layers: Record<string, unknown>[] = []
  let layer = error
  while (isRecord(layer) && layers.length < LAYERS_MAX) {
    layers.push(layer)
    // Mobile wallets put the code that counts into `data.originalError`.
    layer = layer.cause ?? (isRecord(layer.data) ? layer.data.originalError : undefined)
  }
  return layers
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null
}
