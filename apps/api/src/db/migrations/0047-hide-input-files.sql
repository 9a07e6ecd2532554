-- The owner of a public job may keep the files that went in to themselves. Jobs that are public already stay as they are.
alter table jobs add column input_files_hidden boolean not null default false;
