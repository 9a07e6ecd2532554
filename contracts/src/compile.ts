import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import solc from 'solc'
import type { Abi, Hex } from 'viem'

export const SOLIDITY = fileURLToPath(new URL('../solidity/', import.meta.url))

export const SOLC_VERSION = solc.version().split('+')[0]!

/** Where solc writes the value of an immutable into the code that stays on the chain. */
interface CodeRange {
  start: number
  length: number
}

export interface CompiledContract {
  abi: Abi
  creationCode: Hex
  runtimeCode: Hex
  immutables: CodeRange[]
}

/** By file, then by contract. */
export type Compiled = Record<string, Record<string, CompiledContract>>

interface SolcOutput {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, SolcContract>>
  sources: Record<string, { ast: AstNode }>
}

/** What we read of solc's syntax tree. */
export interface AstNode {
  nodeType: string
  src: string
  name?: string
  operator?: string
  condition?: AstNode
  leftExpression?: AstNode
  rightExpression?: AstNode
  expression?: AstNode
  arguments?: AstNode[]
  clauses?: AstNode[]
  block?: AstNode
}

interface SolcContract {
  abi: Abi
  evm: {
    bytecode: { object: string }
    deployedBytecode: { object: string; immutableReferences: Record<string, CodeRange[]> }
  }
}

interface Options {
  /** The files whose code is wanted; all, where not said. */
  wanted?: string[]
  isOptimised?: boolean
}

/** Compiles sources, by name, and what they import of OpenZeppelin. Nothing is fetched: the compiler is a package. */
export function compile(
  sources: Record<string, string>,
  { wanted = Object.keys(sources), isOptimised = true }: Options = {},
): Compiled {
  const output = runSolc(standardInput(sources, { wanted, isOptimised, outputs: { '*': OUTPUTS } }))
  return Object.fromEntries(
    Object.entries(output.contracts ?? {}).map(([file, contracts]) => [
      file,
      Object.fromEntries(Object.entries(contracts).map(([name, contract]) => [name, compiled(contract)])),
    ]),
  )
}

/** The syntax trees of sources, by name. */
export function readAst(sources: Record<string, string>): Record<string, AstNode> {
  const wanted = Object.keys(sources)
  const output = runSolc(standardInput(sources, { wanted, isOptimised: false, outputs: { '': ['ast'] } }))
  return Object.fromEntries(wanted.map((file) => [file, output.sources[file]!.ast]))
}

export function readSolidity(...files: string[]): Record<string, string> {
  return Object.fromEntries(files.map((file) => [file, readFileSync(join(SOLIDITY, file), 'utf8')]))
}

function compiled({ abi, evm }: SolcContract): CompiledContract {
  return {
    abi,
    creationCode: `0x${evm.bytecode.object}`,
    runtimeCode: `0x${evm.deployedBytecode.object}`,
    immutables: Object.values(evm.deployedBytecode.immutableReferences ?? {}).flat(),
  }
}

function runSolc(input: ReturnType<typeof standardInput>): SolcOutput {
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as SolcOutput
  const failures = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (failures.length > 0) throw new Error(failures.map((failure) => failure.formattedMessage).join('\n'))
  return output
}

const OUTPUTS = [
  'abi',
  'evm.bytecode.object',
  'evm.deployedBytecode.object',
  'evm.deployedBytecode.immutableReferences',
]

function standardInput(
  sources: Record<string, string>,
  asked: { wanted: string[]; isOptimised: boolean; outputs: Record<string, string[]> },
) {
  const content = (name: string) => sources[name] ?? readFileSync(require.resolve(name), 'utf8')
  return {
    language: 'Solidity',
    sources: Object.fromEntries(
      withImports(Object.keys(sources), content).map((name) => [name, { content: content(name) }]),
    ),
    settings: {
      evmVersion: 'cancun',
      optimizer: { enabled: asked.isOptimised, runs: 10_000 },
      // Without metadata, the code depends on the sources alone and not on their paths.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: Object.fromEntries(asked.wanted.map((file) => [file, asked.outputs])),
    },
  }
}

const require = createRequire(import.meta.url)

function withImports(names: string[], content: (name: string) => string): string[] {
  const found = new Set(names)
  // Iterating a Set also visits what is added meanwhile.
  for (const name of found) {
    for (const [, imported] of content(name).matchAll(/^import [^"]*"([^"]+)";/gm)) {
      found.add(imported!.startsWith('.') ? join(name, '..', imported!) : imported!)
    }
  }
  return [...found]
}
