import { readFileSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { claimJob, releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { requestLink, requestNodeChallenge, startNodeSession } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { refuse, startRegistry } from '@infra/weights/test/registry'
import { expect, test, vi } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'

const harness = agentHarness()

test('an unlinked node shows its link code until its operator has confirmed it', async () => {
  const linked = vi.fn(() => false)
  harness.network.on(startNodeSession, ({ body }) => {
    if (!linked()) throw new Refusal('node_not_linked', 'It belongs to nobody yet.')
    return {
      token: 't',
      expiresAt: new Date(Date.now() + 900_000),
      slots: body.slots,
      warnings: ['Mind the gap.'],
    }
  })
  harness.network.on(requestLink, () => ({
    code: 'BCDF-GHJK',
    url: 'https://example.org/nodes?link=BCDF-GHJK',
    expiresAt: new Date(Date.now() + 900_000),
  }))
  const { lines, ready } = await harness.start({ NODE_NAME: 'Kitchen' })
  await expect
    .poll(() => lines.join('\n'), SOON)
    .toMatch(/"Kitchen".*https:\/\/example\.org\/nodes\?link=BCDF-GHJK.*BCDF-GHJK/s)

  linked.mockReturnValue(true)
  await ready

  expect(harness.network.at(requestLink)).toHaveLength(1)
  expect(lines.join('\n')).toContain('Mind the gap.')
})

test('signing in sends the link token, the hardware and the disk space', async () => {
  await (await harness.start({ LINK_TOKEN: 'headless' })).ready
  expect(harness.greeting()).toMatchObject({ linkToken: 'headless', protocol: 2, slots: 2 })
  expect(harness.greeting().hardware).toEqual({
    cores: expect.any(Number),
    memoryMb: expect.any(Number),
    mflops: expect.any(Number),
    platform: expect.any(String),
  })
  expect(harness.greeting().disk).toEqual({ freeMb: expect.any(Number), neededMb: expect.any(Number) })
})

test('[finding S6] the node reports how strong the sandbox is, as measured by a child on this machine', async () => {
  const { lines, ready } = await harness.start()
  await ready
  expect(harness.greeting().sandbox).toBe(
    /\b(full|weak|none): /.exec(lines.join('\n'))?.[1] ?? 'the log says nothing',
  )
})

test('the key is created once, readable by its owner alone, and never logged', async () => {
  const first = await harness.start()
  await first.ready
  const { node } = harness.greeting()
  await first.stop()
  const file = join(first.dataDir, 'node-localhost.key')
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  await (await harness.start({ NODE_DATA_DIR: first.dataDir })).ready
  expect(harness.greeting().node).toBe(node)
  expect(first.lines.join()).not.toContain(readFileSync(file, 'utf8').trim())
})

test('an expired token is replaced, and the call repeated', async () => {
  let refused = 0
  const claim = harness.network.claim
  harness.network.on(claimJob, (received) => {
    if (received.headers.authorization !== 'Bearer token-1') return claim(received)
    refused += 1
    throw new Refusal('invalid_token', 'Expired.')
  })
  await harness.start()
  const job = harness.network.submit('echo', { text: 'x', seconds: 0 })

  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  expect(refused).toBe(1)
  expect(harness.finishOf(job)[0]!.headers.authorization).toBe('Bearer token-2')
})

test('a token is renewed a minute before it expires', async () => {
  harness.network.on(startNodeSession, ({ body }) => ({
    token: `token-${harness.network.at(startNodeSession).length}`,
    // Still good for almost a minute when the job comes.
    expiresAt: new Date(Date.now() + 120_000),
    slots: body.slots,
    warnings: [],
  }))
  const now = vi.spyOn(Date, 'now')
  await (await harness.start()).ready
  const real = Date.now()
  now.mockReturnValue(real + 65_000)
  const job = harness.network.submit('echo', { text: 'x', seconds: 0 })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  now.mockRestore()
  expect(harness.finishOf(job)[0]!.headers.authorization).toBe('Bearer token-2')
})

test('a refusal of the agent’s own older session doesn’t stop it', async () => {
  const registry = await startRegistry(refuse(404))
  const claim = harness.network.claim
  harness.network.on(claimJob, async (received) => {
    const isOld = () =>
      received.headers.authorization !== `Bearer token-${harness.network.at(startNodeSession).length}`
    if (isOld()) throw new Refusal('session_superseded', 'Signed in again.')
    return claim(received)
  })
  const { ready } = await harness.start({ NODE_APPS: 'echo,cut-out', WEIGHTS_MIRROR: registry.url })
  await ready
  // The missing weights make it sign in again.
  await expect.poll(() => harness.network.at(startNodeSession), SOON).toHaveLength(2)
  const job = harness.network.submit('echo', { text: 'x', seconds: 0 })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  await registry.close()
})

test('the agent stops at once if another machine uses its key, and says so', async () => {
  const { ended, dataDir } = await harness.start()
  const job = harness.network.submit('echo', { text: 'x', seconds: 50 })
  await expect.poll(() => harness.network.at(claimJob).length, SOON).toBeGreaterThan(1)
  harness.network.on(renewLease, () => {
    throw new Refusal('session_superseded', 'Signed in elsewhere.')
  })

  await expect(ended).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining('Another machine'),
  })
  expect(harness.finishOf(job)).toEqual([])
  expect(harness.network.at(releaseAttempt)).toEqual([])
  expect(await readdir(join(dataDir, 'scratch', 'echo'))).toEqual([])
})

test.for(['requestNodeChallenge', 'claimJob'] as const)(
  '[finding X11] if %s is refused over http, the agent stops and says what to do',
  async (name) => {
    const refused = { requestNodeChallenge, claimJob }[name]
    harness.network.on(refused, () => {
      throw new Refusal('https_required', 'Use https://the-network.example/api.')
    })
    const { ended } = await harness.start()
    const why = { exitCode: 2, message: 'Use https://the-network.example/api.' }
    await expect(ended).rejects.toMatchObject(why)
  },
)

test.for([
  ['upgrade_required', 4, 'Update the node.'],
  ['node_not_linked', 5, 'The operator removed this node.'],
] as const)(
  'if signing in again is refused with %s, the agent stops and says so',
  async ([code, exitCode, words]) => {
    const { ended, ready } = await harness.start()
    await ready
    harness.network.on(startNodeSession, () => {
      throw new Refusal(code, 'Update the node.')
    })
    harness.network.on(claimJob, () => {
      throw new Refusal('invalid_token', 'Expired.')
    })
    harness.network.submit('echo', { text: 'x', seconds: 0 })
    await harness.network.down()
    await harness.network.up()

    await expect(ended).rejects.toMatchObject({ exitCode, message: expect.stringContaining(words) })
  },
)
