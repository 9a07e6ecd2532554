export interface ByteRange {
  start: number
  end: number
}

/**
 * The requested range of a file, both ends included. A request for several ranges gets the whole file: honest clients don't send them, and
 * a thousand overlapping ranges are an attack.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const asked = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1]
  if (asked === undefined || asked.includes(',')) return 'whole'
  const [, first, last] = /^(\d{0,15})-(\d{0,15})$/.exec(asked.trim()) ?? []
  if (!first && !last) return 'unsatisfiable'
  const start = first ? Number(first) : Math.max(0, bytes - Number(last))
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1
  return start > end ? 'unsatisfiable' : { start, end }
}
