/** Normalises a link code that was typed in lower case, with a space or without the dash. */
export function asCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[^A-Z]/g, '')
  return letters.length === 8 ? `${letters.slice(0, 4)}-${letters.slice(4)}` : typed.trim().toUpperCase()
}
