-- How strong the sandbox is that jobs run in, as the agent said when it last signed in; null where it did not say.
alter table nodes add column sandbox text check (sandbox in ('full', 'weak', 'none'));
