import { expect, test } from 'vitest'
import { DatabaseUrl, serversOf } from './database-url.ts'

test('a database URL may name several servers, as in libpq', () => {
  const one = 'postgresql://someone:word@localhost:5433/infra?sslmode=require'
  expect(serversOf(one)).toEqual([one])
  expect(serversOf('postgres://u:p%2C@a:1,b,[::1]:3/infra?sslmode=require')).toEqual([
    'postgres://u:p%2C@a:1/infra?sslmode=require',
    'postgres://u:p%2C@b/infra?sslmode=require',
    'postgres://u:p%2C@[::1]:3/infra?sslmode=require',
  ])
  expect(serversOf('postgresql://u:p@a,b/infra?target_session_attrs=read-write')).toEqual([
    'postgresql://u:p@a/infra',
    'postgresql://u:p@b/infra',
  ])
  expect(serversOf('postgresql:///infra?host=/run/postgresql')).toEqual([
    'postgresql:///infra?host=/run/postgresql',
  ])
})

test('refuses a database URL that is invalid or asks for a server other than the primary', () => {
  for (const bad of [
    'infra',
    'mysql://localhost/infra',
    'postgresql://a:1,b:x/infra',
    'postgresql://a,,b/infra',
    'postgresql://a,b/infra?target_session_attrs=standby',
  ])
    expect(DatabaseUrl.safeParse(bad).success, bad).toBe(false)
})
