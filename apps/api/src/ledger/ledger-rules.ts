/** What an operator is paid at most for the jobs that one person pays with granted credits, in each period of so many days. */
export const SUBSIDY_PER_PAYER_MAX = 50
export const SUBSIDY_DAYS = 30

/** The same for all people together, in a day. */
export const SUBSIDY_PER_DAY_MAX = 1_000
