-- Checks what was there before, without keeping anyone waiting.
alter table ledger_accounts validate constraint ledger_accounts_closed_means_empty;
alter table ledger_entries validate constraint ledger_entries_bucket_check;
alter table jobs validate constraint jobs_granted_within_price;
