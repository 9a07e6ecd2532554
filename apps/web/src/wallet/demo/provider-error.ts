/** The codes of EIP-1193, EIP-3326 and JSON-RPC that the demo wallet uses. */
const codes = {
  rejected: 4001,
  unauthorised: 4100,
  unsupported: 4200,
  chainDisconnected: 4901,
  chainUnknown: 4902,
  pending: -32002,
  badParameters: -32602,
} as const

/** An EIP-1193 error: programs read its code. */
export class ProviderError extends Error {
  override name = 'ProviderRpcError'
  readonly code: number

  constructor(reason: keyof typeof codes, message: string) {
    super(message)
    this.code = codes[reason]
  }
}
