export interface Mutant {
  /** `12: the line -> what became of it`. */
  name: string
  source: string
}

type Change = (line: string) => string[]

const swaps: [string, string][] = [
  [' += ', ' -= '],
  [' -= ', ' += '],
  [' + ', ' - '],
  [' - ', ' + '],
  [' * ', ' / '],
  [' / ', ' * '],
  [' < ', ' <= '],
  [' > ', ' >= '],
  [' <= ', ' < '],
  [' == ', ' != '],
  [' != ', ' == '],
  [' = 0;', ' = 1;'],
  ['return 0;', 'return 1;'],
  ['msg.sender', 'address(this)'],
  ['block.timestamp', '(block.timestamp + 1)'],
  ['1e36', '1e18'],
  ['1e30', '1e31'],
]

const modifiers = [' nonReentrant', ' onlyOwner', ' whenNotPaused']

const changes: Change[] = [
  // A guard removed or inverted.
  (line) =>
    /^\s*if \(/.test(line) ? ['', line.replace(/if \((.*)\) (revert|return)/, 'if (!($1)) $2')] : [],
  // A statement left out.
  (line) =>
    /^\s+(?!if|return|import|error|event|using|uint256 |IERC20 |\/\/)[\w.[\]() ]+.*;$/.test(line) &&
    !line.includes(' constant ')
      ? ['']
      : [],
  (line) => modifiers.filter((one) => line.includes(one)).map((one) => line.replace(one, '')),
  // Every occurrence of the operator, one at a time.
  (line) =>
    swaps.flatMap(([from, to]) =>
      [...line.matchAll(new RegExp(literally(from), 'g'))].map(
        ({ index }) => line.slice(0, index) + to + line.slice(index + from.length),
      ),
    ),
]

/** Every small change that could be a mistake, one per mutant; comments, events and errors are not changed. */
export function listMutants(source: string): Mutant[] {
  const lines = source.split('\n')
  return lines.flatMap((line, index) => {
    if (/^\s*(\/\/|import|event|error|using|pragma|mapping)/.test(line)) return []
    return changes
      .flatMap((change) => change(line))
      .filter((changed) => changed !== line)
      .map((changed) => ({
        name: `${index + 1}: ${line.trim()} -> ${changed.trim() || 'nothing'}`,
        source: lines.with(index, changed).join('\n'),
      }))
  })
}

function literally(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
