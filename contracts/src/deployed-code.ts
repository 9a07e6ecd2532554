import { type Hex, keccak256 } from 'viem'

export interface ExpectedCode {
  codeHash: Hex
  /** In bytes: where the code has values that are decided when it is deployed. */
  immutables: readonly { start: number; length: number }[]
}

/** Whether what a chain has at an address is the contract that we compiled. */
export function isExpectedCode(code: Hex | undefined, expected: ExpectedCode): boolean {
  return code !== undefined && keccak256(withoutImmutables(code, expected.immutables)) === expected.codeHash
}

export function withoutImmutables(code: Hex, immutables: ExpectedCode['immutables']): Hex {
  const digits = [...code]
  for (const { start, length } of immutables) digits.fill('0', 2 + start * 2, 2 + (start + length) * 2)
  return digits.join('') as Hex
}
