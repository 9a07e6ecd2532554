import { expect, test } from 'vitest'
import { isExplicit, type SafetyScores } from './is-explicit.ts'

const none: SafetyScores = { Drawing: 0, Hentai: 0, Neutral: 0, Porn: 0, Sexy: 0 }

test.for([
  ['a photograph that is explicit', { Porn: 0.9, Sexy: 0.1 }, true],
  ['a drawing that is explicit', { Hentai: 0.8, Drawing: 0.2 }, true],
  ['one between the two', { Porn: 0.35, Hentai: 0.35, Neutral: 0.3 }, true],
  ['just enough', { Porn: 0.6, Neutral: 0.4 }, true],
  ['just not enough', { Porn: 0.59, Neutral: 0.41 }, false],
  ['a swimsuit', { Sexy: 0.95, Porn: 0.05 }, false],
  ['a swimsuit that might be more', { Sexy: 0.5, Porn: 0.5 }, false],
  ['a harmless drawing', { Drawing: 0.7, Hentai: 0.3 }, false],
  ['nothing of it', { Neutral: 1 }, false],
] as const)('%s', ([, scores, explicit]) => {
  expect(isExplicit({ ...none, ...scores })).toBe(explicit)
})
