/** A code as it is written, however it was typed: in small letters, with a space, or with no dash at all. */
export function asCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '')
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : typed.trim().toUpperCase()
}
