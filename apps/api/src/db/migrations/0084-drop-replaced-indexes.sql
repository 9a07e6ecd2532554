-- Replaced by those of 0083-order-indexes.sql.
drop index ledger_entries_key;
drop index jobs_open_payer;

-- Orders count a key's open jobs among those of its person.
drop index jobs_open_of_key;
