/** A node is paused when this many of its last `RECENT_TRIES_MAX` attempts failed. */
export const FAILURES_MAX = 5
export const RECENT_TRIES_MAX = 20

/** A node is paused when this many of its leases lapsed within an hour. */
export const DROPPED_PER_HOUR_MAX = 20

/** How often a node may give jobs back within an hour. Everything that it gives back when it stops counts as once. */
export const RELEASES_PER_HOUR_FREE = 3

/**
 * How often a node may leave its jobs within an hour to free the machine for its owner. The agent stays away for at least five minutes, so
 * only a node that picks its jobs gets here.
 */
export const LEAVES_PER_HOUR_FREE = 12

/** An agent that stops gives its jobs back one by one: releases within this many seconds count as one. */
export const RELEASES_TOGETHER_SECONDS = 10

/** The length of the first pause. Each further one is twice as long, and each day without one undoes a doubling. */
export const FAILURE_PAUSE_MINUTES = 10
export const RELEASE_PAUSE_MINUTES = 2
export const APP_PAUSE_MINUTES = 15
export const PAUSE_HOURS_MAX = 6
