import { expect, test } from 'vitest'
import { iconNames } from './ui/icon-names.ts'

const parts = import.meta.glob<string>(
  ['./**/*.{ts,tsx}', '!./**/*.test.{ts,tsx}', '!./ui/icon.tsx', '!./ui/icon-names.ts'],
  { query: '?raw', import: 'default', eager: true },
)

test('[R-LAY-10] every icon of the set is used somewhere in the product', () => {
  const code = Object.values(parts).join('\n')
  // As an attribute, in a table of icons, or as one of two alternatives.
  const isShown = (name: string) => new RegExp(`(icon|name)\\S*[=:?{ ]+[^\\n]*['"]${name}['"]`).test(code)
  expect(iconNames.filter((name) => !isShown(name))).toEqual([])
})
