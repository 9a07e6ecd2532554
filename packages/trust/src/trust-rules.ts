const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/**
 * Every number of the rules of trust. Each rule takes this table as its last argument, so that the simulation can show what
 * happens without one of them. A rate is a share of the results, between 0 and 1. Money is in credits.
 */
export const TRUST_RULES = {
  /** Canaries that a node must run before its first app lets it in. */
  entranceCanaries: 8,
  /** Canaries for each further app of the same node. */
  entranceCanariesFurther: 3,
  /** Wrong canaries that the entrance of a first app forgives; a further app forgives none. */
  entranceMissesMax: 1,
  /** Entrances that a node may begin per day and app. */
  entrancesPerDayMax: 3,
  /** Nodes of one operator that may be below `known` at a time. */
  nodesBelowKnownMax: 3,
  /** The same where a node on this network prefix was banned within `banMemoryMs`. */
  nodesBelowKnownAfterBanMax: 1,
  /** How long a ban counts against its network prefix. */
  banMemoryMs: 30 * DAY_MS,

  /** Checks to pass on probation before a node is known. */
  probationChecks: 50,
  /** A node is known this long after it was linked at the earliest. */
  probationMs: 72 * HOUR_MS,
  /** The highest price of a public job that a node on probation may claim. */
  probationPriceMax: 12,
  /** How long a public job must wait for a better node before one on probation may claim it. */
  probationWaitMs: 60 * SECOND_MS,
  /** Of an app's second runs, what the nodes on probation of one network prefix get at most. */
  probationPrefixShareMax: 0.1,

  /** Further checks to pass before a known node is trusted. */
  knownChecks: 60,
  /** A node is trusted this long after it was linked at the earliest. */
  trustedMs: 14 * DAY_MS,
  /** Other operators that a node was compared with before it is trusted; a reference node alone is enough. */
  trustedOperators: 3,
  /** Checks to pass before a node is trusted again after a new version of the app, or a long time without checks. */
  recheckChecks: 10,
  /** A trusted node that was not checked for this long is known again. */
  recheckMs: 60 * DAY_MS,
  /** Canaries per day that a node may ask for, unpaid, to rise sooner. */
  voluntaryCanariesPerDayMax: 10,

  /** Checks to pass until a node is no longer watched. */
  watchChecks: 20,
  /** The strike that suspends a node, counted within its last `strikeMemoryChecks` checks. */
  strikesMax: 3,
  /** How many checks back a strike counts. */
  strikeMemoryChecks: 400,
  /** The false final failure that suspends a node, counted within `falseFinalMemoryMs`. */
  falseFinalsMax: 3,
  /** How long a false final failure counts. */
  falseFinalMemoryMs: 30 * DAY_MS,
  /** The suspended node that suspends its operator, counted within `suspensionMemoryMs`. */
  suspensionsMax: 2,
  /** How long a node's suspension counts against its operator. */
  suspensionMemoryMs: 30 * DAY_MS,
  /** How long an operator may ask for further runs before a strike is booked. */
  strikeBookedAfterMs: 72 * HOUR_MS,
  /** Further runs that the operator may ask for, once per strike. */
  appealRuns: 3,

  /** Results checked on probation. */
  probationRate: 1,
  /** Results checked of a known node, at least. */
  knownRate: 0.1,
  /** Results checked of a trusted node, at least. */
  trustedRate: 0.022,
  /** Results checked of a watched node, at least. */
  watchedRate: 0.5,
  /** A check is this likely, times what the job pays and divided by what is pending: more can be lost than gained. */
  incentive: 1.25,
  /** Canaries given to a node that is known or trusted, per result. */
  canaryRate: 0.003,
  /** The next result is always checked after this long without a check. */
  uncheckedMsMax: 14 * DAY_MS,
  /** Checks that go to reference nodes, where there are some. */
  referenceShare: 1 / 3,
  /** How long a check waits for the operator it was drawn for before another is drawn. */
  checkPinnedMs: 60 * SECOND_MS,
  /** How long a result under check is shown to its owner alone; after that only a reference node may check it. */
  checkHiddenMs: 10 * MINUTE_MS,
  /** Operators that are given the same canary. */
  canaryOperatorsMax: 5,
  /** Reports of a wrong result that an account may make per day. */
  reportsPerDayMax: 5,
  /** The same for an account whose reports were wrong `reportsWrongMax` times. */
  reportsPerDayAfterWrongMax: 1,
  /** Wrong reports after which fewer are accepted. */
  reportsWrongMax: 5,

  /** Referees asked where two results differ and a reference node is among them. */
  referees: 1,
  /** Referees asked where there is no reference node. */
  refereesWithoutReference: 3,
  /** Unclear checks within `unclearWindow` above which a person looks at them. */
  unclearMax: 10,
  /** The checks in which unclear ones are counted. */
  unclearWindow: 50,
  /** Results that are run again when a node is suspended, newest first. */
  rerunResultsMax: 1_000,
  /** How far back in time they are run again. */
  rerunMs: 30 * DAY_MS,
  /** Running again stops after this many in a row that agree. */
  rerunAgreedMax: 200,

  /** A strike costs this many times what the job paid, at most what is pending. */
  fineTimes: 80,
  /** Earnings are pending for this long at least. */
  pendingMs: 3 * DAY_MS,
  /** Earnings are pending until the operator has submitted this many later results. */
  pendingResults: 100,
  /** Earnings are pending no longer than this, however few results follow. */
  pendingMsMax: 30 * DAY_MS,
  /** The network's part of a price, in percent. */
  feePercent: 5,
  /** What the network pays one operator in place of one payer's granted credits within `subsidyMemoryMs`, at most. */
  subsidyPerPayerMax: 50,
  /** How long a subsidy counts for its payer and operator. */
  subsidyMemoryMs: 30 * DAY_MS,
  /** What the network pays one operator in place of granted credits per day, at most. */
  subsidyPerDayMax: 1_000,
  /** Of a day's fees, what pays for checks. */
  auditsOfFees: 3 / 5,
  /** Of a day's granted work, what pays for checks. */
  auditsOfGranted: 0.03,
  /** Credits granted at the first sign-in. */
  starterFirst: 100,
  /** Credits granted on each later day with a finished job. */
  starterDaily: 50,
  /** Credits granted to a new account in all. */
  starterMax: 500,
  /** New accounts of one network prefix that are granted credits per day. */
  startersPerPrefixDayMax: 3,
  /** New accounts of one network prefix that are granted credits within `starterMemoryMs`. */
  startersPerPrefixMax: 10,
  /** How long a new account counts against its network prefix. */
  starterMemoryMs: 30 * DAY_MS,
  /** New accounts of the whole network that are granted credits per hour; the rest wait. */
  startersPerHourMax: 500,
  /** Jobs that an account may cancel per day without a charge, when nothing of them was shown. */
  freeCancelsPerDay: 10,
  /** The charge for each further one, as a share of the price; at least one credit. */
  cancelRate: 0.1,
  /** How long an operator may appeal before frozen earnings are seized. */
  appealMs: 14 * DAY_MS,

  /** Votes of different operators, known or better, that end a job as impossible. */
  finalVotes: 2,
  /** The same where a reference node voted. */
  finalVotesOfReference: 1,
  /** Operators, known or better, that failed before a job ends in error. */
  failedOperatorsMax: 3,
  /** Failed attempts of known or better nodes before a job ends in error. */
  attemptsMax: 6,
  /** Latest attempts of a node in which failures are counted. */
  failuresWindow: 20,
  /** Failures within that window that make a node rest. */
  failuresMax: 5,
  /** Lapsed leases within an hour that make a node rest. */
  lapsesPerHourMax: 20,
  /** The first rest; each further one is twice as long. */
  restMs: 10 * MINUTE_MS,
  /** The longest rest. */
  restMsMax: 6 * HOUR_MS,
  /** The first rest of an app whose weights couldn't be fetched; each further one is twice as long. */
  weightsRestMs: 15 * MINUTE_MS,
  /** Releases per hour that cost nothing. */
  freeReleasesPerHour: 3,
  /** The first rest after more of them; each further one is twice as long. */
  releaseRestMs: 2 * MINUTE_MS,
}
export type TrustRules = typeof TRUST_RULES
