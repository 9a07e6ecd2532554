import {
  confirmAlertMail,
  deleteAlertMail,
  getAlertMail,
  setAlertMail,
} from '@infra/protocol/alerts/alert-mail'
import { deleteMe, exportMe } from '@infra/protocol/my-data'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sweepAlerts } from '../alerts/sweep-alerts.ts'
import { rowOf } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { startNode, type TestNode } from '../test/node.ts'
import { type Person, signInSomeone } from '../test/person.ts'
import { startMailServer } from '../test/servers/mail-server.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { sendMails } from './send-mails.ts'

const server = await startMailServer()
const api = await startTestApi({ env: { SMTP_URL: server.url, MAIL_FROM: 'Infra <alerts@infra.example>' } })
const { deps } = api
api.clock.now = new Date()
await liftRateLimits(deps)
await deps.db.execute(sql`update alert_watch set watching_since = now() - interval '1 day'`)

let number = 0
const newEmail = () => `operator-${++number}@example.org`
const warnings: unknown[] = []
const send = () => sendMails(deps, { warn: (what: unknown) => void warnings.push(what) })
const count = async (table: string) =>
  (await rowOf(deps, sql`select count(*)::int as n from ${sql.identifier(table)}`)).n
/** Makes all waiting mails due. */
const makeDue = () => deps.db.execute(sql`update mails set try_after = now()`)

beforeEach(async () => {
  await deps.db.execute(sql`delete from mail_addresses`)
  server.received.length = warnings.length = 0
  server.answer = 'takes'
})

async function confirmed(person: Person): Promise<string> {
  const email = newEmail()
  await person.call(setAlertMail, { body: { email } })
  await send()
  const token = server.received.pop()!.tokenAfter('/profile/settings?mail=')
  await person.call(confirmAlertMail, { body: { token } })
  return email
}

/** Makes a node look as if it was killed long enough ago for an alert. */
async function lose({ id }: TestNode): Promise<void> {
  await deps.db.execute(
    sql`update nodes set last_seen_at = now() - interval '4 minutes' where id = ${id.toLowerCase()}`,
  )
  await sweep()
}

async function sweep(): Promise<void> {
  await deps.db.execute(sql`update alert_watch set swept_at = now() - interval '10 seconds'`)
  await sweepAlerts(deps)
}

test('mails a confirmed address once when a node goes offline and once when it is back online', async () => {
  const node = await startNode(api, { name: 'Attic\u2019s best' })
  const { operator } = node
  const email = newEmail()
  expect(await operator.call(setAlertMail, { body: { email } })).toEqual({
    isOffered: true,
    email,
    confirmedAt: null,
  })
  await lose(node)
  await node.signIn()
  await sweep()
  expect([await send(), await send()]).toEqual([1, 0])
  const [question] = server.received
  expect(question).toMatchObject({ to: [email], from: 'alerts@infra.example' })
  expect(question!.source).toContain('Auto-Submitted: auto-generated')
  const token = question!.tokenAfter('/profile/settings?mail=')

  const stranger = await signInSomeone(api)
  const refused = { code: 'not_found' }
  await expect(stranger.call(confirmAlertMail, { body: { token } })).rejects.toMatchObject(refused)
  const { confirmedAt } = await operator.call(confirmAlertMail, { body: { token } })
  expect(confirmedAt).toEqual(api.clock.now)
  // Confirming again must work, since the response may be lost and the page loaded again.
  api.clock.now = new Date(api.clock.now.getTime() + 1_000)
  expect((await operator.call(confirmAlertMail, { body: { token } })).confirmedAt).toEqual(confirmedAt)
  await expect(stranger.call(confirmAlertMail, { body: { token } })).rejects.toMatchObject(refused)

  server.received.length = 0
  await deps.db.execute(sql`delete from node_alerts`)
  for (let time = 0; time < 2; time++) await lose(node)
  await send()
  await node.signIn()
  for (let time = 0; time < 2; time++) await sweep()
  await send()
  expect(server.received.map(({ to }) => to)).toEqual([[email], [email]])
  const [begun, over] = server.received
  expect(begun!.text).toContain('Attic’s best is offline. Check that the machine is on')
  expect(over!.text).toContain('Attic’s best is back online.')
  for (const { source, text } of server.received) {
    const link = /http\S+\/api\/mail\/stop\/[\w-]{43}/.exec(text)![0]
    expect(source.replaceAll(/\r\n\s+/g, ' ')).toContain(`List-Unsubscribe: <${link}>`)
    expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(source).toContain('Content-Type: text/plain')
  }
  expect(warnings).toEqual([])
})

test('a confirmation link expires after a day', async () => {
  const alice = await signInSomeone(api)
  await alice.call(setAlertMail, { body: { email: newEmail() } })
  await send()
  const token = server.received[0]!.tokenAfter('/profile/settings?mail=')
  await deps.db.execute(sql`update mail_addresses set confirm_until = confirm_until - interval '1 day'`)
  await expect(alice.call(confirmAlertMail, { body: { token } })).rejects.toMatchObject({ code: 'not_found' })
})

test('mails an address one confirmation per day at most, and none for a year after it unsubscribed', async () => {
  const [alice, bob] = [await signInSomeone(api), await signInSomeone(api)]
  const email = newEmail()
  await alice.call(setAlertMail, { body: { email } })
  for (const [person, spelled] of [
    [alice, email],
    [bob, email.toUpperCase()],
  ] as const)
    await expect(person.call(setAlertMail, { body: { email: spelled } })).rejects.toMatchObject({
      code: 'mail_limit',
      status: 429,
    })
  await send()
  expect(server.received).toHaveLength(1)

  const passDay = () =>
    deps.db.execute(sql`update mail_recipients set not_before = not_before - interval '1 day'`)
  await passDay()
  await bob.call(setAlertMail, { body: { email } })
  await send()
  const stop = `${api.origin}/api/mail/stop/${server.received[1]!.tokenAfter('/api/mail/stop/')}`
  const shown = await fetch(stop)
  expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('Stop the mails')])
  expect((await bob.call(getAlertMail)).email).toBe(email)
  // One-click unsubscribe, as mail programs send it (RFC 8058).
  const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
  expect((await fetch(stop, { method: 'POST', body })).status).toBe(200)
  expect((await bob.call(getAlertMail)).email).toBeNull()
  await passDay()
  await expect(bob.call(setAlertMail, { body: { email } })).rejects.toMatchObject({ code: 'mail_limit' })
})

test('refuses an invalid address', async () => {
  const alice = await signInSomeone(api)
  for (const email of [
    '',
    'nobody',
    'a@b',
    'a@example.org\r\nBcc: b@example.org',
    'a@example.org, b@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])
    await expect(alice.call(setAlertMail, { body: { email } })).rejects.toMatchObject({
      code: expect.stringMatching(/^(validation_failed|invalid_text)$/),
    })
  expect(await count('mails')).toBe(0)
})

test('retries when the mail server is busy or hangs, but not when it refuses for good', async () => {
  const node = await startNode(api)
  await confirmed(node.operator)
  await lose(node)
  server.answer = 'busy'
  await send()
  expect(warnings).toMatchObject([{ isLast: false }])
  expect([await count('mails'), await send()]).toEqual([1, 0])

  // While the server hangs, the mail becomes due again, as if its sender had been killed.
  server.answer = 'hangs'
  const { tries } = server
  await makeDue()
  const hanging = send()
  await eventually(() => expect(server.tries).toBe(tries + 1))
  await makeDue()
  server.answer = 'takes'
  expect(await send()).toBe(1)
  expect(server.received).toHaveLength(1)
  expect(await count('mails')).toBe(0)
  // The attempt that hung ends too late to change anything.
  server.letGo()
  await hanging
  expect(await count('mails')).toBe(0)

  await node.signIn()
  await sweep()
  server.answer = 'refuses'
  await send()
  expect(warnings.at(-1)).toMatchObject({ isLast: true })
  expect(await count('mails')).toBe(0)
})

test('the address is part of the export, and is deleted with its waiting mails on request or with the account', async () => {
  for (const leave of [deleteAlertMail, deleteMe]) {
    const node = await startNode(api)
    const email = await confirmed(node.operator)
    await lose(node)
    expect((await node.operator.call(exportMe)).mail).toMatchObject({ email, confirmedAt: api.clock.now })
    expect(await count('mails')).toBe(1)
    await node.operator.call(leave)
    expect([await count('mails'), await count('mail_addresses')]).toEqual([0, 0])
  }
})

test('refuses to set an address when no mail server is configured', async () => {
  const other = await startTestApi()
  const alice = await signInSomeone(other)
  expect(await alice.call(getAlertMail)).toEqual({ isOffered: false, email: null, confirmedAt: null })
  const refused = alice.call(setAlertMail, { body: { email: newEmail() } })
  await expect(refused).rejects.toMatchObject({ code: 'mail_off' })
})
