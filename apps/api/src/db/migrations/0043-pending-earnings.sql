-- What operators earn waits before it can be spent: it is what a node loses that is found to cheat. Each earning is a row until it is
-- paid out; an account's pending credits are the sum of its rows.
create table pending_earnings (
  job_id uuid primary key,
  account bigint not null references ledger_accounts,
  node_id text not null references nodes,
  amount bigint not null check (amount > 0),
  -- Which of the operator's results it was for.
  number bigint not null,
  at timestamptz not null default now()
);
create index pending_earnings_account on pending_earnings (account, number);

-- Every operator has pending credits now, and an index by them would have to follow each payment.
drop index ledger_accounts_pending;
alter table ledger_accounts
  -- How many results of the operator's nodes were paid for.
  add column results bigint not null default 0;

-- What waited for the books is paid out by the next run: it is older than anything needs to be.
insert into pending_earnings (job_id, account, node_id, amount, number, at)
select gen_random_uuid(), a.id, (select min(n.id) from nodes n where n.account = a.id), a.pending, 0, now() - interval '40 days'
from ledger_accounts a where a.pending > 0 and exists (select from nodes n where n.account = a.id);

alter table ledger_entries
  drop constraint ledger_entries_bucket_check,
  add constraint ledger_entries_bucket_check
    check (bucket in ('available', 'granted', 'held', 'pending', 'grants', 'fees', 'subsidy', 'audits')) not valid;

-- What a ban took of the earnings that waited.
alter table sanctions add column seized bigint check (seized is null or (seized >= 0 and kind = 'banned'));
