import { csv } from './csv.ts'

/** Saves a table as a file through the browser. */
export function saveCsv(name: string, rows: Parameters<typeof csv>[0]): void {
  // The mark at the start tells spreadsheets that it is UTF-8.
  saveFile(name, new Blob(['\ufeff', csv(rows)], { type: 'text/csv;charset=utf-8' }))
}

/** Saves a file through the browser, which asks the person where to put it. */
export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
