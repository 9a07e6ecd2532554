const CHARACTERS = 8

/** As much of an id as a person would quote: its end, since ids that were made within a minute begin alike. */
export function shortId(id: string): string {
  return id.slice(-CHARACTERS)
}
