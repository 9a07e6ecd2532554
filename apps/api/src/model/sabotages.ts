import type { Invariant } from './invariants.ts'

const before = (when: string, table: string, body: string) => `
  create function sabotage() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
  create trigger sabotage before ${when} on ${table} for each row execute function sabotage();`

/** For each invariant, a statement that removes its protection from a database and breaks later writes. */
export const sabotages: Record<Invariant, string> = {
  events: before(
    'insert',
    'ledger_entries',
    `if new.event like 'settle:%' and new.bucket = 'held' then new.amount := new.amount - 1; end if;`,
  ),
  balances: before('update', 'ledger_accounts', 'new.available := greatest(new.available, old.available);'),
  pending: before('insert', 'pending_earnings', 'new.amount := new.amount + 1;'),
  held: before(
    'update',
    'jobs',
    `if new.status = 'running' and old.status = 'queued' then new.price := new.price + 1; end if;`,
  ),
  negative: `alter table ledger_accounts drop constraint ledger_accounts_available_check;
    ${before('update', 'ledger_accounts', 'if new.held > old.held then new.available := -1; end if;')}`,
  holds: `drop trigger if exists jobs_paid on jobs;
    ${before('insert', 'ledger_entries', `if new.kind = 'refund' then return null; end if;`)}`,
  charges: before('update', 'jobs', 'new.earned := new.earned + 1;'),
  subsidies: `alter table subsidies_by_payer drop constraint subsidies_by_payer_bound;
    ${before('insert', 'ledger_entries', `if new.bucket = 'subsidy' then new.amount := new.amount - 60; end if;`)}`,
  fees: before(
    'insert',
    'ledger_entries',
    `if new.bucket = 'grants' and new.kind = 'settle' then new.bucket := 'fees'; end if;`,
  ),
  leases: `drop trigger jobs_leased on jobs; drop trigger jobs_inserted_leased on jobs; drop trigger leases_running on leases;
    ${before('update', 'leases', 'new.node_id := (select min(id) from nodes);')}`,
  attempts: `drop index if exists attempts_finished_once;
    alter table attempts drop constraint if exists attempts_finished_means_result;
    ${before('insert', 'attempts', `if new.state in ('failed', 'released', 'left', 'lapsed') then new.state := 'finished'; end if;`)}`,
  files: `alter table file_uses drop constraint if exists file_uses_job_id_fkey;
    ${before('insert', 'file_uses', 'new.job_id := gen_random_uuid();')}`,
  public: before('insert', 'file_uses', 'new.public := true;'),
  favorites: before('update', 'jobs', 'new.favorites := old.favorites;'),
  closed: `alter table ledger_accounts drop constraint if exists ledger_accounts_closed_means_empty;
    ${before('update', 'ledger_accounts', 'if new.address is null then new.available := 5; end if;')}`,
  positions: `drop index if exists jobs_position;
    ${before('update', 'jobs', 'if new.position is not null then new.position := 1; end if;')}`,
  stats: before('insert or update', 'stats_hours', 'new.finished := new.finished + 1;'),
  figures: before('insert or update', 'network_hours', 'new.failed := new.failed + 1;'),
  keys: before('insert', 'idempotency_keys', `new.scope := new.scope || gen_random_uuid();`),
}
