/** SQL: drops the files that a node sent for an attempt that ended without a result. */
export const dropSentFiles = (tried: string) => `
  dropped as (
    delete from attempt_files where attempt_id in (select attempt_id from ${tried}) returning sha256
  ),
  loosened as (
    insert into loose_blobs (sha256) select distinct sha256 from dropped order by sha256
    on conflict (sha256) do update set since = now()
  )`

/** SQL: records how attempts ended, from the rows of their jobs, and drops the files that were sent for them. */
export const recordEnded = (state: string, tried: string) => `
  ${dropSentFiles(tried)},
  noted as (
    insert into attempts (id, job_id, node_id, lease_token, state, started_at, reason, detail, account)
    select attempt_id, id, node_id, lease_token, ${state}, started_at, reason, detail,
      (select account from nodes where nodes.id = node_id)
    from ${tried}
  )`
