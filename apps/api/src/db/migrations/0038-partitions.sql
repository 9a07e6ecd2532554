alter table stats_hours validate constraint stats_hours_first;
alter table node_hours validate constraint node_hours_first;

-- Months in use, and those that were detached.
create schema if not exists partitions;
create schema if not exists archive;

-- Figures by hour in a partition per month. The API makes the next months in advance; what has no partition yet goes to the default one.
do $$
declare
  name text;
  until text;
begin
  foreach name in array array['stats_hours', 'node_hours'] loop
    select substring(pg_get_constraintdef(oid) from '''([^'']+)''') into strict until from pg_constraint where conname = name || '_first';
    execute format('alter table %I rename to %I', name, name || '_first');
    execute format('alter table %I set schema partitions', name || '_first');
    execute format('create table public.%I (like partitions.%I including defaults including indexes) partition by range (hour)',
      name, name || '_first');
    execute format('alter table public.%I attach partition partitions.%I for values from (minvalue) to (%L)', name, name || '_first', until);
    execute format('alter table partitions.%I drop constraint %I', name || '_first', name || '_first');
    execute format('create table partitions.%I partition of public.%I default', name || '_other', name);
  end loop;
end $$;
