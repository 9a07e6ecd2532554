/** Whether the value of a file field brings the file itself, as a data URL or as an address to fetch it from. Orders of one job take it; it is stored as an upload first. */
export function isBroughtFile(value: unknown): value is string {
  return typeof value === 'string' && /^(data|https?):/i.test(value)
}
