-- Checks what was there before, without keeping anyone waiting.
alter table ledger_entries validate constraint ledger_entries_bucket_check;
