import { Refusal } from '@infra/protocol/refusal'
import type { PageQuery } from '@infra/protocol/values/page'
import { PAGE_LIMIT } from '@infra/protocol/values/page'

/** A page made from rows of which one more was read than requested; the next page's cursor is that of the last row shown. */
export function pageOf<Row, Item>(
  rows: Row[],
  { limit = PAGE_LIMIT }: PageQuery,
  { cursor, present }: { cursor: (row: Row) => string | number; present: (row: Row) => Item },
): { items: Item[]; next?: string } {
  const shown = rows.slice(0, limit)
  const next = rows.length > limit ? { next: String(cursor(shown.at(-1)!)) } : {}
  return { items: shown.map(present), ...next }
}

/** The same if presenting the rows needs one lookup for all of them. */
export async function pageWith<Row, Item>(
  rows: Row[],
  query: PageQuery,
  {
    cursor,
    presentAll,
  }: { cursor: (row: Row) => string | number; presentAll: (rows: Row[]) => Promise<Item[]> },
): Promise<{ items: Item[]; next?: string }> {
  const { items, ...rest } = pageOf(rows, query, { cursor, present: (row) => row })
  return { items: await presentAll(items), ...rest }
}

/** Cursors come from us; one that doesn't look like ours is a mistake, not an empty page. */
export function readCursor(before: string | undefined, shape: RegExp): string | undefined {
  if (before !== undefined && !shape.test(before)) {
    throw new Refusal('validation_failed', '1 field is not valid.', {
      errors: [{ pointer: '?before', message: 'must be the `next` of an earlier page' }],
    })
  }
  return before
}

export const NUMBER_CURSOR = /^[1-9]\d{0,17}$/
export const UUID_CURSOR = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
