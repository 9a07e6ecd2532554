/** Less alike than this, two texts have nothing in common that a person would see. */
const ALIKE_MIN = 0.25

/** What matches word for word comes before what only means something similar. */
const WORDS_BONUS = 0.4
const PERSON_BONUS = 0.6

export interface Ranked {
  jobId: string
  position: number
  /** The cosine of its meaning and that of the query; undefined where one of them is not known. */
  alike: number | undefined
  words: number | null
  isByPerson: boolean
}

/** What matches, best first; of those that match as well as each other, the newest. */
export function rankMatches(candidates: readonly Ranked[]): Ranked[] {
  return candidates
    .filter(({ alike, words, isByPerson }) => words !== null || isByPerson || (alike ?? 0) >= ALIKE_MIN)
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((one, other) => other.score - one.score || other.candidate.position - one.candidate.position)
    .map(({ candidate }) => candidate)
}

/**
 * For an order other than by match, in which something vaguely similar could come first: what matches by words or person, and only where nothing
 * does, what means something similar.
 */
export function exactOrAll(matches: readonly Ranked[]): readonly Ranked[] {
  const exact = matches.filter(({ words, isByPerson }) => words !== null || isByPerson)
  return exact.length > 0 ? exact : matches
}

function scoreOf({ alike = 0, words, isByPerson }: Ranked): number {
  return alike + (words === null ? 0 : WORDS_BONUS + words) + (isByPerson ? PERSON_BONUS : 0)
}
