import { expect, test } from 'vitest'
import { z } from 'zod'
import { page, pageQuery } from './page.ts'

const Query = z.strictObject(pageQuery)

test('[G01] a limit is a whole number from 1 to 100 in canonical form', () => {
  for (const limit of ['1', '25', '100']) expect(Query.safeParse({ limit }).success).toBe(true)
  for (const limit of ['0', '-1', '101', '1e9', '1000000000', '1.5', 'abc', '', ' 5', '05', '+5', '0x5', 5]) {
    expect({ limit, ok: Query.safeParse({ limit }).success }).toEqual({ limit, ok: false })
  }
})

test('[G20] an offset is a whole number from 0 to a million', () => {
  for (const offset of ['0', '1000000']) expect(Query.safeParse({ offset }).success).toBe(true)
  for (const offset of ['-1', '1000001', '1e20', '100000000000000000000', 'abc', '']) {
    expect({ offset, ok: Query.safeParse({ offset }).success }).toEqual({ offset, ok: false })
  }
})

test('[G14] refuses unknown parameters of a list, and a cursor that is too long', () => {
  for (const name of ['sort', 'order', 'page', 'after']) {
    expect(Query.safeParse({ [name]: 'id;drop' }).success).toBe(false)
  }
  expect(Query.safeParse({ before: 'x'.repeat(65) }).success).toBe(false)
})

test('encodes a last page without a cursor, and decodes a page with one', () => {
  const Numbers = page(z.int())
  expect(z.encode(Numbers, { items: [1] })).toEqual({ items: [1] })
  expect(z.decode(Numbers, { items: [], next: '7' })).toEqual({ items: [], next: '7' })
})
