-- Why a node takes no jobs for now, by itself. What it gives back when it goes is no release: that is held against a node.
alter table nodes add column away text check (away in ('hours', 'in_use', 'load', 'battery', 'temperature', 'paused'));
alter table attempts drop constraint attempts_state_check;
alter table attempts add constraint attempts_state_check
  check (state in ('finished', 'failed', 'lapsed', 'released', 'left', 'cancelled', 'expired')) not valid;
