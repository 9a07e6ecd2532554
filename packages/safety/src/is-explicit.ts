export const safetyClasses = ['Drawing', 'Hentai', 'Neutral', 'Porn', 'Sexy'] as const

/** The classifier's scores, which add up to 1. */
export type SafetyScores = Record<(typeof safetyClasses)[number], number>

/**
 * A picture between photograph and drawing has its score split, so both explicit classes count together. More than half, because the
 * classifier must be surer of this than of everything else; of forty harmless pictures none got more than a tenth. Swimsuits get `Sexy` as
 * well, so that hides nothing.
 */
const EXPLICIT_MIN = 0.6

export function isExplicit(scores: SafetyScores): boolean {
  return explicitScore(scores) >= EXPLICIT_MIN
}

export function explicitScore({ Porn, Hentai }: SafetyScores): number {
  return Porn + Hentai
}
