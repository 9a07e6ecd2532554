/** A part of a picture that an app reports, in pixels of the picture. */
export interface Region {
  text: string
  /** From 0 to 1. */
  confidence: number
  box: { x: number; y: number; width: number; height: number }
}

/** More than a dense page has; with so many elements a page would no longer be smooth. */
const REGIONS_MAX = 3_000

/** The objects that Find Objects found; undefined if the file has another format, since a node wrote it. */
export function objectsIn(json: unknown): Region[] | undefined {
  return listIn(json, ({ label, score, box }) => regionOf(label, score, box))
}

/** The words that Read Text read. */
export function wordsIn(json: unknown): Region[] | undefined {
  return listIn(json, ({ text, confidence, box }) => regionOf(text, confidence, box))
}

/** A part of a text, with the index of its region; spaces have none. */
export interface Token {
  text: string
  region?: number
}

/** The text with the regions of its words; undefined if the two don't match. */
export function tokensOf(text: string, words: readonly Region[]): Token[] | undefined {
  let next = 0
  const tokens = text
    .split(/(\s+)/)
    .filter((part) => part !== '')
    .map((part): Token => {
      if (part.trim() === '') return { text: part }
      return { text: part, region: words[next]?.text === part ? next++ : -1 }
    })
  return next === words.length && tokens.every(({ region }) => region !== -1) ? tokens : undefined
}

function listIn(
  json: unknown,
  read: (entry: Record<string, unknown>) => Region | undefined,
): Region[] | undefined {
  if (!Array.isArray(json) || json.length > REGIONS_MAX) return undefined
  const regions = json.map((entry) => read(typeof entry === 'object' && entry !== null ? entry : {}))
  return regions.every((region) => region !== undefined) ? regions : undefined
}

function regionOf(text: unknown, confidence: unknown, box: unknown): Region | undefined {
  const { x, y, width, height } = (box ?? {}) as Record<string, unknown>
  const numbers = [confidence, x, y, width, height]
  const isBox =
    numbers.every((number) => Number.isFinite(number)) && Number(width) >= 0 && Number(height) >= 0
  if (typeof text !== 'string' || !isBox) return undefined
  return { text, confidence, box: { x, y, width, height } } as Region
}
