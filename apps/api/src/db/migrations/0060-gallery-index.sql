-- concurrently
create index concurrently jobs_gallery on jobs (user_address, position)
  where status = 'finished' and visibility = 'public' and not hidden;
