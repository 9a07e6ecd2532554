/** Below this similarity, people wouldn't see anything in common between two texts. */
const ALIKE_MIN = 0.25

/** Literal matches come before those that only mean something similar. */
const WORDS_BONUS = 0.4
const PERSON_BONUS = 0.6

export interface Ranked {
  jobId: string
  position: number
  /** The cosine between its meaning and the query's; undefined if one of them isn't known. */
  alike: number | undefined
  words: number | null
  isByPerson: boolean
}

/** The matches, best first; ties are ordered newest first. */
export function rankMatches(candidates: readonly Ranked[]): Ranked[] {
  return candidates
    .filter(({ alike, words, isByPerson }) => words !== null || isByPerson || (alike ?? 0) >= ALIKE_MIN)
    .map((candidate) => ({ candidate, score: scoreOf(candidate) }))
    .sort((one, other) => other.score - one.score || other.candidate.position - one.candidate.position)
    .map(({ candidate }) => candidate)
}

/**
 * For an order other than by match, in which something vaguely similar could come first: matches by words or person, and only if there are
 * none, those with a similar meaning.
 */
export function exactOrAll(matches: readonly Ranked[]): readonly Ranked[] {
  const exact = matches.filter(({ words, isByPerson }) => words !== null || isByPerson)
  return exact.length > 0 ? exact : matches
}

function scoreOf({ alike = 0, words, isByPerson }: Ranked): number {
  return alike + (words === null ? 0 : WORDS_BONUS + words) + (isByPerson ? PERSON_BONUS : 0)
}
