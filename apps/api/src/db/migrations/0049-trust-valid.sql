-- Checks what was there before, without keeping anyone waiting.
alter table jobs validate constraint jobs_hidden_because_check;
alter table jobs validate constraint jobs_check_run;
alter table jobs validate constraint jobs_for_node;
