/** SQL: running jobs with their leases. A statement that ends a lease locks both rows, the job first. */
export const LEASED_JOBS =
  'jobs join leases on leases.job_id = jobs.id and leases.attempt_id = jobs.attempt_id'

/** SQL: what ending an attempt needs from `LEASED_JOBS`. */
export const TRIED = `jobs.id, app_id, app_version, visibility, for_node_id, jobs.node_id, jobs.attempt_id, lease_token, started_at, attempts, avoid_accounts`

/**
 * SQL: ends the leases of the locked jobs of `ended`. `ended_leases` reads their current change counts, because a node may have renewed its
 * lease after the statement began.
 */
export const endLeases = (ended: string) => `
  ended_leases as (
    delete from leases using ${ended} ended where leases.job_id = ended.id returning leases.job_id, leases.changes
  )`

/** SQL: a sequence number above all that were shown during the lease. */
export const SEQ_AFTER_LEASE = `jobs.seq + 1 + coalesce((select changes from ended_leases where job_id = jobs.id), 0)`
