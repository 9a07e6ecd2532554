import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey } from '@infra/protocol/api-keys'
import { type Assignment, claimJob } from '@infra/protocol/attempts'
import { getCredits } from '@infra/protocol/credits'
import { listMyJobs } from '@infra/protocol/jobs'
import { refuseMandate } from '@infra/protocol/programs/mandates'
import { makeApiKey } from '@infra/protocol/values/api-key'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { MandateTerms } from '../keys/mandates/mandate-queries.ts'
import { signerAt } from '../keys/mandates/test/signer.ts'
import { makeTestKey } from '../test/api-key.ts'
import { cancelAll, failForGood } from '../test/echo.ts'
import { eventually } from '../test/eventually.ts'
import { drawing } from '../test/inputs/sample-files.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { buildCli } from '../test/programs/build-cli.ts'
import { startTestApi } from '../test/start-test-api.ts'

const api = await startTestApi()
api.clock.now = new Date()
const alice = await signInSomeone(api)
const key = await makeTestKey(api, alice, { creditsPerDay: 90 })
const node = await startNode(api, {
  apps: ['story-teller', 'upscale', 'write'].map((id) => ({ id, version: 1 })),
})
const { folder, start, run } = await buildCli({ INFRA_URL: api.origin, INFRA_KEY: key.secret })
const picture = join(folder, 'a.png')
await writeFile(picture, await drawing().png().toBuffer())

beforeEach(() => cancelAll(api.deps))

/** Finishes the job that a command submits. It may take a while, since files are uploaded and checked first. */
async function serve(command: { ended: ReturnType<typeof run> }) {
  let job: Assignment | null = null
  while (!job) job = await node.call(claimJob, { query: { wait: 20 } })
  await node.finish(job)
  return command.ended
}

test('run reads a prompt from standard input and writes the text to standard output', async () => {
  const { code, stdout, stderr } = await serve(
    start(['run', 'story-teller', '--prompt', '-', '--length', '16'], { stdin: 'Once upon' }),
  )
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^Job \S+ cost \d+ credits?\.\n$/),
  })
  expect(stdout).toMatch(/^Once upon Then came .*\n$/)
})

test('run takes a file and writes one, and verify accepts its receipt but not a changed one', async () => {
  const { code, stderr } = await serve(
    start(['run', 'upscale', '--image', `@${picture}`, '-o', 'out/large.png', '--receipt', 'receipt.json']),
  )
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Wrote out/large.png.') })
  expect((await readFile(join(folder, 'out/large.png'))).subarray(1, 4).toString()).toBe('PNG')

  const verified = await run(['verify', 'receipt.json', 'out/large.png'], { env: { INFRA_KEY: '' } })
  expect(verified).toMatchObject({ code: 0, stdout: expect.stringMatching(/^(yes .+\n){3}$/) })
  expect(await run(['verify', 'receipt.json', 'a.png'])).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('NO  a.png is a result of job'),
  })
  const receipt = JSON.parse(await readFile(join(folder, 'receipt.json'), 'utf8'))
  receipt.claims.price += 1
  await writeFile(join(folder, 'changed.json'), JSON.stringify({ receipt }))
  expect(await run(['verify', 'changed.json'])).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^(NO {2}.+\n){2}$/),
  })
  expect(await run(['verify', 'a.png'])).toMatchObject({ code: 2, stderr: 'a.png has no receipt.\n' })
})

test('run --json writes each change as a line, and the result last', async () => {
  const { code, stdout } = await serve(start(['run', 'write', '--prompt', 'Hi', '--json']))
  const lines = stdout.trim().split('\n')
  expect(code).toBe(0)
  expect(JSON.parse(lines[0]!)).toMatchObject({ app: { id: 'write' }, visibility: 'private' })
  expect(JSON.parse(lines.at(-1)!)).toMatchObject({ status: 'finished', outputs: [{ name: 'text' }] })
})

test('batch reads one order per line and writes one result per line', async () => {
  const orders = ['One', 'Two'].map((prompt) => ({ app: 'write', input: { prompt }, ref: prompt }))
  const command = start(['batch', '-'], { stdin: orders.map((order) => JSON.stringify(order)).join('\n') })
  await serve({ ended: Promise.resolve({ code: 0, stdout: '', stderr: '' }) })
  const { code, stdout, stderr } = await serve(command)
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^2 of 2 jobs finished\. They cost \d+ credits\.\n$/),
  })
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { ref: 'One', status: 'finished' },
    { ref: 'Two', status: 'finished' },
  ])
  expect(await run(['batch', '-'], { stdin: '{"app": 1}' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Line 1 is not'),
  })
})

test('a failed job exits with 1', async () => {
  const { ended } = start(['run', 'write', '--prompt', 'Hi'])
  await eventually(async () =>
    expect((await alice.call(listMyJobs, { query: { status: 'open' } })).items).toHaveLength(1),
  )
  await failForGood(api.deps, node, 'app_failed')
  expect(await ended).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Job \S+ failed: app_failed\. It cost 0 of \d+ credits\.\n$/),
  })
})

test.for<[string, number, string[], string]>([
  ['no command', 2, [], 'infra <command>'],
  ['an unknown command', 2, ['toString'], 'infra <command>'],
  ['no app', 2, ['run'], 'Which app?'],
  ['an unknown app', 2, ['run', 'nothing'], 'There is no such app.'],
  ['an unknown field', 2, ['run', 'write', '--colour', 'red'], "Unknown option '--colour'"],
  ['an input that the app refuses', 2, ['run', 'write', '--length', '99999'], '--length '],
  ['a missing file', 2, ['run', 'upscale', '--image', '@gone.png'], 'ENOENT'],
  ['a file that isn’t a picture', 2, ['run', 'upscale', '--image', '@infra.mjs'], ''],
  [
    'a limit that isn’t a number',
    2,
    ['run', 'write', '--prompt', 'x', '--max-credits', 'few'],
    '--max-credits takes a number.',
  ],
  ['an invalid URL', 2, ['balance', '--url', 'here'], 'here is not an address.'],
  [
    'a public job, which the key may not submit',
    3,
    ['run', 'write', '--prompt', 'x', '--public'],
    'lacks the scope "publish"',
  ],
  [
    'a price above the limit',
    4,
    ['run', 'write', '--prompt', 'x', '--max-credits', '0'],
    'more than the 0 you allow',
  ],
  ['an app that no node serves', 5, ['run', 'speak', '--text', 'x'], 'No node that is online runs Speak.'],
  ['an unreachable network', 6, ['balance', '--url', 'http://127.0.0.1:1'], 'did not answer'],
])('%s exits with %i', async ([, code, args, said]) => {
  const ended = await run(args)
  expect(ended).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(said) })
})

test('an unknown or missing key exits with 3, and a key that has reached its limit with 4', async () => {
  expect(await run(['balance'], { env: { INFRA_KEY: makeApiKey() } })).toMatchObject({ code: 3 })
  expect(await run(['balance'], { env: { INFRA_KEY: '' } })).toMatchObject({ code: 3 })
  const poor = await makeTestKey(api, alice, { creditsPerDay: 0 })
  const ordered = await run(['run', 'write', '--prompt', 'x'], { env: { INFRA_KEY: poor.secret } })
  expect(ordered).toMatchObject({ code: 4 })
})

test('an interrupted run cancels the job, says what was refunded and exits with 130', async () => {
  const before = await alice.call(getCredits)
  const { child, ended } = start(['run', 'write', '--prompt', 'Hi'])
  await eventually(async () =>
    expect((await alice.call(listMyJobs, { query: { status: 'open' } })).items).toHaveLength(1),
  )
  child.kill('SIGINT')
  expect(await ended).toMatchObject({
    code: 130,
    stdout: '',
    stderr: expect.stringMatching(/^Job \S+ is cancelled\. (\d+) of \1 credits given back\.\n$/),
  })
  expect(await alice.call(getCredits)).toEqual(before)
})

test('interrupting watch leaves the job running, and cancel ends it', async () => {
  const { child, ended } = start(['run', 'write', '--prompt', 'Hi', '--json'])
  const id = await eventually(async () => {
    const [job] = (await alice.call(listMyJobs, { query: { status: 'open' } })).items
    expect(job).toBeDefined()
    return job!.id
  })
  const watching = start(['watch', id, '--json'])
  await new Promise((resolve) => watching.child.stdout.once('data', resolve))
  watching.child.kill('SIGINT')
  expect(await watching.ended).toMatchObject({ code: 130 })
  expect((await run(['jobs'])).stdout).toContain(`${id} write            queued`)
  expect(await run(['cancel', id])).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('is cancelled.'),
  })
  expect(await run(['cancel', id])).toMatchObject({ code: 0 })
  expect((await ended).code).toBe(1)
  expect(child.exitCode).toBe(1)
})

test('login stores a valid key, for its user and its network only, and logout removes it', async () => {
  const env = { INFRA_KEY: '', INFRA_URL: '', XDG_CONFIG_HOME: join(folder, 'config') }
  const login = (stdin: string) => run(['login', '--with-key', '--url', api.origin], { env, stdin })
  expect(await login('no key')).toMatchObject({ code: 2 })
  expect(await login(makeApiKey())).toMatchObject({ code: 3 })
  expect(await run(['balance'], { env })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Which network?'),
  })

  expect(await login(`${key.secret}\n`)).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(key.registered.hint),
  })
  const path = join(folder, 'config/infra/config.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await run(['balance'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(
      /^\d+ credits available, 0 held\.\nThis key can spend \d+ credits today\.\n$/,
    ),
  })
  // Another name for the same machine counts as another network.
  const elsewhere = api.origin.replace('127.0.0.1', 'localhost')
  expect(await run(['balance', '--url', elsewhere], { env })).toMatchObject({ code: 3 })

  expect(await run(['logout'], { env })).toMatchObject({ code: 0 })
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

/** Starts a login that waits for its user, and returns what it requests. */
async function startLogin(env: Record<string, string>) {
  const login = start(['login', '--url', api.origin, '--name', 'ci-bot', '--per-day', '600'], { env })
  const { code, asked } = await eventually(async () => {
    const { rows } = await api.deps.db.execute<{ code: string; asked: MandateTerms }>(
      sql`select code, asked from mandate_requests where outcome is null`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]!
  })
  return { ...login, code, asked }
}

test('login without a key requests one that the user can lower and sign; it stores nothing if refused', async () => {
  const env = { INFRA_KEY: '', INFRA_URL: '', XDG_CONFIG_HOME: join(folder, 'mandated') }
  const bob = await signerAt(api)
  const refused = await startLogin(env)
  await bob.call(refuseMandate, { params: { code: refused.code } })
  expect(await refused.ended).toMatchObject({ code: 3, stderr: expect.stringContaining('It was refused.') })
  expect(await run(['logout'], { env })).toMatchObject({ stderr: 'There was no key on this machine.\n' })

  const { code, asked, ended } = await startLogin(env)
  const { keyHash: hash, holder: name, creditsPerDay, ...rest } = asked
  expect([name, creditsPerDay, rest.days]).toEqual(['ci-bot', 600, 90])
  const lowered = { ...rest, hash, name, creditsPerDay: 550, networks: null, openMax: 4, code }
  await bob.call(createKey, { body: await bob.signed(lowered) })
  expect(await ended).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(
      /\?mandate=(\S+)\nCheck that it shows the code \1, .+\ninfra_sk_\S+ can spend 550 /,
    ),
  })
  const path = join(env.XDG_CONFIG_HOME, 'infra/config.json')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await run(['balance'], { env })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('This key can spend 550 credits today.'),
  })
  const interrupted = await startLogin(env)
  interrupted.child.kill('SIGINT')
  expect((await interrupted.ended).code).toBe(130)
})

test('shows an app’s options and prices without submitting a job', async () => {
  expect((await run(['apps'])).stdout).toMatch(/^upscale {10}.+$/m)
  expect((await run(['apps', 'speak'])).stdout).toContain('infra run speak [options]\n  --text <')
  expect((await run(['run', 'speak', '--help'])).stdout).toContain('--voice af_heart|')
  expect(await run(['price', 'upscale', '--image', `@${picture}`])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+ credits?\n$/),
  })
  expect(JSON.parse((await run(['balance', '--json'])).stdout)).toMatchObject({ keyLeft: { total: null } })
})
