-- The index of 0037-ledger-account-index.sql has all that this one had. It is read without the table where vacuum has been, so vacuum
-- comes after each hundredth part that is added, not after each fifth.
drop index ledger_entries_account;
alter index ledger_entries_account_sums rename to ledger_entries_account;
alter table ledger_entries set (autovacuum_vacuum_insert_scale_factor = 0.01);
