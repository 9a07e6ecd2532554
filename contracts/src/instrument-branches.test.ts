import { expect, test } from 'vitest'
import { instrumentBranches } from './instrument-branches.ts'

const sample = (body: string) => `pragma solidity 0.8.35;
contract Sample {
    function act(bool a, bool b, bool c, uint256 n) external returns (uint256) {
        ${body}
        return n;
    }
}
`

const conditions = (body: string) => {
  const { sides } = instrumentBranches({ 'Sample.sol': sample(body) })
  expect(new Set(sides.map(({ tag }) => tag)).size).toBe(sides.length)
  expect(sides.every(({ file, line }) => file === 'Sample.sol' && line === 4)).toBe(true)
  return sides.map(({ what }) => what).sort()
}

const both = (...parts: string[]) => parts.flatMap((part) => [`${part} is false`, `${part} is true`]).sort()

test.each([
  ['code without a condition', 'n = n + 1;', []],
  ['an if', 'if (a) n = 1;', both('a')],
  ['an if with an else', 'if (n > 2) n = 1; else n = 3;', both('n > 2')],
  ['a require', 'require(b, "no");', both('b')],
  ['an assert', 'assert(n != 1);', both('n != 1')],
  ['a conditional expression', 'n = a ? 1 : 2;', both('a')],
  ['&& and ||', 'if (a && (b || c)) n = 1;', both('a && (b || c)', 'a', '(b || c)', 'b', 'c')],
  ['an assigned &&', 'a = b && c;', both('b', 'c')],
  ['conditional loops', 'for (uint256 i = 0; i < n; i++) while (a) a = b;', both('i < n', 'a')],
  ['an endless loop', 'for (;;) break;', []],
])('finds the sides of %s', (_what, body, expected) => {
  expect(conditions(body)).toEqual(expected)
})

test('a try has a side for each of its outcomes', () => {
  expect(conditions('try this.act(a, b, c, n) {} catch Error(string memory) {} catch {}')).toEqual([
    'the try fails',
    'the try fails',
    'the try succeeds',
  ])
})

test('each condition is wrapped on its own line, the inner ones within the outer one', () => {
  const { sources, sides } = instrumentBranches({ 'Sample.sol': sample('if (a && b) n = 1; // später') })
  const [outer, first, second] = ['a && b is false', 'a is false', 'b is false'].map((what) =>
    Number.parseInt(sides.find((side) => side.what === what)!.tag, 16),
  )
  expect(sources['Sample.sol']!.split('\n')[3]!.trim()).toBe(
    'if (BranchCoverage.side(' +
      `BranchCoverage.side(a, ${first}) && BranchCoverage.side(b, ${second}), ${outer})) n = 1; // später`,
  )
})

test('assembly is refused, because its branches can’t be seen', () => {
  expect(() => conditions('assembly { n := 1 }')).toThrow('Sample.sol has assembly')
})
