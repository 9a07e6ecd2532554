export interface ByteRange {
  start: number
  end: number
}

/**
 * The requested range of a file, both ends included. A request for several ranges gets the whole file: honest clients don't send them, and
 * a thousand overlapping ranges are an attack.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const requested = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1]
  if (requested === undefined || requested.includes(',')) return 'whole'
  const [, first, last] = /^(\d{0,15})-(\d{0,15})$/.exec(requested.trim()) ?? []
  if (!first && !last) return 'unsatisfiable'
  const start = first ? Number(first) : Math.max(0, bytes - Number(last))
  const end = first && last ? Math.min(Number(last), bytes - 1) : bytes - 1
  return start > end ? 'unsatisfiable' : { start, end }
}
