/**
 * Whether the value of a file field contains the file itself, as a data URL or as an address to fetch. Orders of a single job accept this;
 * the file is stored as an upload first.
 */
export function isInlineFile(value: unknown): value is string {
  return typeof value === 'string' && /^(data|https?):/i.test(value)
}
