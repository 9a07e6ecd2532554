-- What links to private files are signed with. One for the network, so that every API process honours the links of
-- the others; made by whichever comes first.
create table file_key (
  id boolean primary key default true check (id),
  secret text not null
);
