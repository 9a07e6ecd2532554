-- After the triggers of 0057-search.sql were committed, so that no job is missed and none is locked for long.
insert into search_entries (job_id, app_id, position)
select id, app_id, position from jobs where status = 'finished' and visibility = 'public' and not hidden
on conflict do nothing;
