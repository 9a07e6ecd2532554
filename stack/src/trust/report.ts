export interface Claim {
  name: string
  holds: boolean
  /** The measured value. */
  seen: string
}

export interface Table {
  title: string
  header: string[]
  rows: (string | number)[][]
}

export interface Report {
  tables: Table[]
  claims: Claim[]
}

export function formatTable({ title, header, rows }: Table): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`
  return [`### ${title}`, '', line(header), `|${header.map(() => '---').join('|')}|`, ...rows.map(line)].join(
    '\n',
  )
}

export function percent(share: number, digits = 2): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(digits)} %` : '-'
}

export function whole(value: number): string {
  return Number.isFinite(value) ? Math.round(value).toLocaleString('en') : 'never'
}

export function sum<Item>(list: readonly Item[], of: (item: Item) => number): number {
  return list.reduce((total, item) => total + of(item), 0)
}

export function mean<Item>(list: readonly Item[], of: (item: Item) => number): number {
  return list.length > 0 ? sum(list, of) / list.length : Number.NaN
}

/** Infinity if too many never got there. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => (one < other ? -1 : Number(one > other)))
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
