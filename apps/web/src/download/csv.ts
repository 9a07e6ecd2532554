/** RFC 4180. Text that a spreadsheet would read as a formula is escaped, because strangers choose the names. */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n']/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
