-- A picture half painted, as its owner sees it while the job runs: a small WebP, in base64.
alter table jobs add column preview text;
