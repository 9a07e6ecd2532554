import { COVERAGE_LIBRARY_FILE_NAME } from '@nomicfoundation/edr'
import { type AstNode, readAst } from './compile.ts'

/** One outcome of a condition or of a `try`. */
export interface Side {
  /** What the code reports when this branch is taken. */
  tag: string
  file: string
  line: number
  /** As `amount == 0 is true`. */
  what: string
}

const LIBRARY_FILE = 'BranchCoverage.sol'
const LIBRARY = `
import {__NomicFoundationCoverage} from "${COVERAGE_LIBRARY_FILE_NAME}";
library BranchCoverage {
    function side(bool holds, uint256 tag) internal pure returns (bool) {
        __NomicFoundationCoverage.sendHit(holds ? tag + 1 : tag);
        return holds;
    }
}
`

/** Instruments the sources so that every condition reports its outcome, with unchanged line numbers, and lists all outcomes. */
export function instrumentBranches(sources: Record<string, string>): {
  sources: Record<string, string>
  sides: Side[]
} {
  const asts = readAst(sources)
  const sides: Side[] = []
  const instrumented = Object.entries(sources).map(([file, source]) => [
    file,
    instrument(file, source, asts[file]!, sides),
  ])
  return { sources: { ...Object.fromEntries(instrumented), [LIBRARY_FILE]: LIBRARY }, sides }
}

function instrument(file: string, source: string, ast: AstNode, sides: Side[]): string {
  const nodes = nodesOf(ast)
  if (nodes.some(({ nodeType }) => nodeType === 'InlineAssembly'))
    throw new Error(`${file} has assembly, whose branches would not be measured.`)
  const text = Buffer.from(source)
  const before = new Map<number, string>()
  const after = new Map<number, string>()
  const add = (node: AstNode, what: string) => {
    const tag = sides.length + 1
    const line = text.subarray(0, startOf(node)).toString().split('\n').length
    sides.push({ tag: tag.toString(16).padStart(64, '0'), file, line, what })
    return tag
  }

  // The outermost first: it opens before what lies in it, and closes after.
  const conditions = nodes.flatMap(conditionsOf).sort((a, b) => lengthOf(b) - lengthOf(a))
  for (const condition of conditions) {
    const [start, end] = [startOf(condition), startOf(condition) + lengthOf(condition)]
    const written = text.subarray(start, end).toString()
    const tag = add(condition, `${written} is false`)
    add(condition, `${written} is true`)
    before.set(start, `${before.get(start) ?? ''}BranchCoverage.side(`)
    after.set(end, `, ${tag})${after.get(end) ?? ''}`)
  }
  for (const { clauses = [] } of nodes) {
    for (const [index, clause] of clauses.entries()) {
      const tag = add(clause, index === 0 ? 'the try succeeds' : 'the try fails')
      before.set(startOf(clause.block!) + 1, ` __NomicFoundationCoverage.sendHit(${tag}); `)
    }
  }
  return `${withInsertions(text, before, after)}
import {BranchCoverage} from "${LIBRARY_FILE}";
import {__NomicFoundationCoverage} from "${COVERAGE_LIBRARY_FILE_NAME}";
`
}

/** Every condition that branches, and each part of it that can decide alone. */
function conditionsOf(node: AstNode): AstNode[] {
  if (node.nodeType === 'BinaryOperation' && /&&|\|\|/.test(node.operator!))
    return [node.leftExpression!, node.rightExpression!]
  if (node.nodeType === 'FunctionCall' && /^(require|assert)$/.test(node.expression?.name ?? ''))
    return [node.arguments![0]!]
  return node.condition ? [node.condition] : []
}

function withInsertions(text: Buffer, before: Map<number, string>, after: Map<number, string>): string {
  const places = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b)
  const parts = places.map((place, index) => {
    const next = places[index + 1] ?? text.length
    return `${after.get(place) ?? ''}${before.get(place) ?? ''}${text.subarray(place, next)}`
  })
  return `${text.subarray(0, places[0] ?? text.length)}${parts.join('')}`
}

function nodesOf(value: unknown): AstNode[] {
  if (Array.isArray(value)) return value.flatMap(nodesOf)
  if (typeof value !== 'object' || value === null) return []
  const inner = Object.values(value).flatMap(nodesOf)
  return 'nodeType' in value ? [value as AstNode, ...inner] : inner
}

/** solc writes `start:length:file`, in bytes. */
function startOf({ src }: AstNode): number {
  return Number(src.split(':')[0])
}

function lengthOf({ src }: AstNode): number {
  return Number(src.split(':')[1])
}
