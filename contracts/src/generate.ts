import { writeFileSync } from 'node:fs'
import { keccak256 } from 'viem'
import type { Compiled, CompiledContract } from './compile.ts'
import { withoutImmutables } from './deployed-code.ts'
import { compileContracts } from './run-solidity-tests.ts'

/** What programs need of our contracts, as TypeScript: written by `npm run contracts`, checked in, and tested to be current. */
export function generate(compiled: Compiled = compileContracts()): Record<string, string> {
  return {
    ...filesOf('infra-token', 'infraToken', compiled['InfraToken.sol']!.InfraToken!),
    ...filesOf('infra-staking', 'infraStaking', compiled['InfraStaking.sol']!.InfraStaking!),
    'multicall3-runtime.ts': `export const multicall3RuntimeCode = '${compiled['Multicall3.sol']!.Multicall3!.runtimeCode}'\n`,
  }
}

export const GENERATED = new URL('./generated/', import.meta.url)

export function writeGenerated(): void {
  for (const [name, text] of Object.entries(generate())) writeFileSync(new URL(name, GENERATED), text)
}

/** The creation code is in a file of its own, because no page needs it. */
function filesOf(file: string, name: string, contract: CompiledContract): Record<string, string> {
  const check = {
    codeHash: keccak256(withoutImmutables(contract.runtimeCode, contract.immutables)),
    immutables: contract.immutables,
  }
  return {
    [`${file}.ts`]: [
      `export const ${name}Abi = ${JSON.stringify(contract.abi, null, 2)} as const\n`,
      '/** By which the contract is known again on a chain: see deployed-code.ts. */',
      `export const ${name}Code = ${JSON.stringify(check)} as const\n`,
    ].join('\n'),
    [`${file}-creation.ts`]: `export const ${name}CreationCode = '${contract.creationCode}'\n`,
  }
}
