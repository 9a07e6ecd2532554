-- concurrently
-- Adding up the entries of an account reads the index alone: its entries lie all over the table, and each would be a page of its own.
create index concurrently ledger_entries_account_sums on ledger_entries (account, id) include (bucket, amount);
