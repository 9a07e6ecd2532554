-- What the classifier said of a picture; null where it was not asked yet, and for what is no picture.
alter table blobs add column explicit boolean;

-- Why only its owner may see a job that he made public.
alter table jobs add column hidden_because text check (hidden_because in ('unjudged', 'explicit'));
create index jobs_unjudged on jobs (id) where hidden_because = 'unjudged';
