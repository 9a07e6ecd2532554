// What the scripts in JavaScript have in common: they count what is called, ordered and wrong, and print it as JSON.
import assert from 'node:assert/strict'

const { INFRA_APPS, INFRA_STOP_AT_FAILURE } = process.env
const report = { calls: 0, finished: 0, left: 0, skipped: [], failed: [] }

/** One call or more of an app, or of none, which make so many jobs that finish and so many that are left. */
export async function call(app, name, work, { calls = 1, finished = app ? calls : 0, left = 0 } = {}) {
  if (app && !INFRA_APPS.split(',').includes(app)) {
    report.skipped.push(name)
    return
  }
  try {
    await work()
    report.calls += calls
    report.finished += finished
    report.left += left
  } catch (error) {
    report.failed.push(`${name}: ${error.message}`)
    if (INFRA_STOP_AT_FAILURE) end()
  }
}

export function end() {
  console.log(JSON.stringify(report))
  process.exit(report.failed.length === 0 ? 0 : 1)
}

/** The error of a call that must not succeed. */
export const errorOf = (work) =>
  work().then(
    () => assert.fail('it was not refused'),
    (error) => error,
  )

/** All that OpenAI's errors have. */
export function isRefusal({ message, ...error }, said, expected) {
  for (const field of ['available', 'keyLeft', 'needed']) delete error[field]
  assert.ok(message.length > 10 && said.includes(message))
  assert.deepEqual(error, { param: null, type: 'invalid_request_error', ...expected })
}

/** Exactly these fields. */
export function hasFields(value, names) {
  assert.deepEqual(Object.keys(value).sort(), names.split(' ').sort())
}

const HEADERS =
  'infra-job infra-app infra-cost infra-balance infra-key-left infra-node infra-receipt ratelimit ratelimit-policy x-request-id'

/** The headers of an answer by this app. */
export function hasHeaders(headers, app) {
  for (const name of HEADERS.split(' ')) assert.ok(headers[name], `${name} is missing`)
  assert.match(headers['infra-app'], new RegExp(`^${app}@\\d+$`))
}

export const isPng = (bytes) => assert.equal(Buffer.from(bytes).toString('latin1', 1, 4), 'PNG')
export const isWav = (bytes) => assert.equal(Buffer.from(bytes).toString('latin1', 0, 4), 'RIFF')
