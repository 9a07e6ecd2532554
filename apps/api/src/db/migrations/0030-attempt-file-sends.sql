-- How often a node sent the file under this attempt: an answer may be lost and the file sent again, but not for ever.
alter table attempt_files add column sends integer not null default 1 check (sends > 0);
