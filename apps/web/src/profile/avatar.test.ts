import { expect, test } from 'vitest'
import { cellsOf } from './avatar.tsx'

test('an address has one mirrored avatar, and another address has another', () => {
  const cells = cellsOf('0x742d35Cc6634C0532925a3b844Bc454e4438f44e')
  expect(cells).toEqual(cellsOf('0x742d35cc6634c0532925a3b844bc454e4438f44e'))
  expect(cells).not.toEqual(cellsOf('0x742d35cc6634c0532925a3b844bc454e4438f44d'))
  for (const { x, y } of cells) expect(cells).toContainEqual({ x: 4 - x, y })
})
