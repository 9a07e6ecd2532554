/**
 * Where two results of an app are the same, and where one of them is wrong; between the two they are unclear. This is where
 * calibration begins: nothing across processor families is measured yet.
 */
export const thresholds = {
  /** Structural similarity of both drawings painted at 512 pixels, and decibels of their colours without details. */
  vectorise: { same: 0.995, wrong: 0.97, sameColor: 30, wrongColor: 20 },
  /** Character error rate; of the words, those whose boxes overlap by `boxOverlap`. */
  'read-text': { same: 0.005, wrong: 0.05, boxOverlap: 0.9, wordsMin: 0.98 },
  /** F1 of boxes that overlap by `boxOverlap` with a score within `score`; those within `nearThreshold` of the limit may be missing. */
  'find-objects': { same: 0.98, wrong: 0.9, boxOverlap: 0.9, score: 0.02, nearThreshold: 0.03 },
  /** Decibels of alpha, and of colours that differ by more than `colorLevels`. */
  'cut-out': { same: 45, wrong: 32, colorLevels: 1 },
  /** Decibels of colours, and of alpha. */
  upscale: { same: 45, wrong: 33 },
  /** Decibels within the hole; the rest is exact but for `seamPixels` around it. */
  'erase-fill': { same: 38, wrong: 25, seamPixels: 2 },
  /** Structural similarity of what is new, and decibels of its colours without details; the old part is exact. */
  'expand-photo': { same: 0.9, wrong: 0.6, sameColor: 30, wrongColor: 20 },
  /** Difference of length as a share, and decibels of the log-mel spectrum, within one platform class and across two. */
  speak: { sameLength: 0.01, wrongLength: 0.05, same: 1, sameAcross: 2.5, wrong: 6 },
  /** Character error rate, within one platform class and across two; marks of time may be apart by `markSeconds`. */
  transcribe: { same: 0.01, sameAcross: 0.04, wrong: 0.15, markSeconds: 0.3 },
  /** Structural similarity, or the cosine of embeddings, with the same weights, sampler and seed; judged over `window` results. */
  imagine: { same: 0.8, cosine: 0.95, window: 30, sameShareMin: 0.8 },
  /** Equal first tokens, or the cosine of embeddings, at temperature 0 with the same weights; judged over `window` results. */
  write: { tokens: 64, cosine: 0.9, window: 30, sameShareMin: 0.8 },
}
