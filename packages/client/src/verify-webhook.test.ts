import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyWebhook } from './verify-webhook.ts'

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

/** Signed with Node's own HMAC, and not with the code under test. */
function signed(body: string, { id = 'msg_1', at = Math.floor(Date.now() / 1000), secret = SECRET } = {}) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(at), 'webhook-signature': `v1,${signature}` }
}

const BODY = '{"type":"job.finished","data":{"id":"1"}}'

test('verifies the example of the standard if its age is tolerated', async () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const body = '{"test": 2432232314}'
  expect(await verifyWebhook(body, headers, SECRET, { toleranceSeconds: Number.POSITIVE_INFINITY })).toEqual({
    test: 2432232314,
  })
  await expect(verifyWebhook(body, headers, SECRET)).rejects.toMatchObject({ code: 'webhook_invalid' })
})

test('returns the message for any form of headers, and with several signatures', async () => {
  const headers = signed(BODY)
  const other = signed(BODY, { secret: 'whsec_b3RoZXI=' })['webhook-signature']
  const both = { ...headers, 'webhook-signature': `v1a,AAAA ${other} ${headers['webhook-signature']}` }
  const upper = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  )
  for (const form of [headers, both, upper, new Headers(headers)]) {
    expect(await verifyWebhook(BODY, form, SECRET)).toEqual(JSON.parse(BODY))
  }
})

const now = Math.floor(Date.now() / 1000)
const good = signed(BODY)
test.for<[string, string, Record<string, string | undefined>]>([
  ['another body', `${BODY} `, good],
  ['another id', BODY, { ...good, 'webhook-id': 'msg_2' }],
  ['another secret', BODY, signed(BODY, { secret: 'whsec_b3RoZXI=' })],
  ['no secret to sign with', BODY, signed(BODY, { secret: 'whsec_' })],
  ['an old message', BODY, signed(BODY, { at: now - 400 })],
  ['a message of the future', BODY, signed(BODY, { at: now + 400 })],
  ['a time that is none', BODY, { ...good, 'webhook-timestamp': 'today' }],
  ['a header that is missing', BODY, { ...good, 'webhook-signature': undefined }],
  ['a signature that is none', BODY, { ...good, 'webhook-signature': 'v1,%%%' }],
  ['an empty signature', BODY, { ...good, 'webhook-signature': 'v1,' }],
  [
    'a signature of another kind',
    BODY,
    { ...good, 'webhook-signature': good['webhook-signature'].replace('v1', 'v2') },
  ],
])('%s is refused', async ([, body, headers]) => {
  await expect(verifyWebhook(body, headers, SECRET)).rejects.toMatchObject({ code: 'webhook_invalid' })
})
