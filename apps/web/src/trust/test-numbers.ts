import type { TrustNumbers } from '@infra/protocol/trust'

/** For tests: the numbers as the API sends them. */
export const numbers: TrustNumbers = {
  trustedPercent: 2.2,
  knownPercent: 10,
  watchedPercent: 50,
  entranceCanaries: 8,
  probationChecks: 50,
  probationHours: 72,
  knownChecks: 60,
  trustedDays: 14,
  probationPriceMax: 12,
  watchChecks: 20,
  fineTimes: 80,
  strikesMax: 3,
  strikeMemoryChecks: 400,
  rerunResultsMax: 1_000,
  pendingDays: 3,
  pendingResults: 100,
  pendingDaysMax: 30,
  appealDays: 14,
  reportsPerDay: 5,
  reportsWrongMax: 5,
  reportsPerDayAfterWrong: 1,
}
