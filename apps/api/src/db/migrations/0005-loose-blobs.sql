-- Files that nothing may refer to any more, or not yet, and since when. Whatever takes a reference away writes here, so
-- that collecting garbage costs by what changed and never looks through all files.
create table loose_blobs (
  sha256 text primary key,
  since timestamptz not null default now()
);
create index loose_blobs_since on loose_blobs (since);
