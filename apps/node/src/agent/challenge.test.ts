import { claimJob } from '@infra/protocol/attempts'
import { requestLink, requestNodeChallenge, startNodeSession } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { nodeChallengeText } from '@infra/protocol/signatures/node-challenge'
import { expect, test } from 'vitest'
import { agentHarness, type HarnessAgent } from '../test/agent-harness.ts'

const harness = agentHarness()
const NONCE = '0123456789abcdef0123456789abcdef'
const OTHER_NODE = '0x52908400098527886e0f7030069857d2e4169ee7'

/** Makes the network respond with a challenge of this origin. */
function challengeOf(origin: string): void {
  harness.network.on(requestNodeChallenge, ({ body }) => ({
    message: nodeChallengeText(body.node, new URL(origin), NONCE),
  }))
}

/** Settles as the agent does, or as soon as it has signed in. */
function outcomeOf({ ready, ended }: HarnessAgent): Promise<unknown> {
  return Promise.race([ended, ready.then(() => 'signed in')])
}

function expectNothingSigned(): void {
  expect(harness.network.at(requestNodeChallenge)).toHaveLength(1)
  expect(JSON.stringify(harness.network.received.map(({ body }) => body))).not.toContain('signature')
}

test.for([
  'https://infra.example.evil',
  'https://infra.example:8443',
  'http://infra.example',
  'https://www.infra.example',
  'http://localhost:8080',
])(
  '[finding S15] a node of https://infra.example refuses to sign in to %s, and says what to do',
  async (origin) => {
    challengeOf(origin)
    const agent = await harness.start({ NETWORK_URL: 'https://infra.example' })

    await expect(outcomeOf(agent)).rejects.toMatchObject({
      exitCode: 2,
      message: `${harness.network.prefix} asks this node to sign in to ${origin}, not to https://infra.example. Nothing was signed. If ${origin} is the network you want, set API_URL=${origin}, or NETWORK_URL=${origin} if ${harness.network.prefix} is your own way to it.`,
    })
    expectNothingSigned()
  },
)

test('[finding S15] without NETWORK_URL, the network is the one in API_URL', async () => {
  challengeOf('https://infra.example')
  const agent = await harness.start()

  await expect(outcomeOf(agent)).rejects.toThrow(`not to ${new URL(harness.network.prefix).origin}.`)
  expectNothingSigned()
})

test.for([
  ['arbitrary text', () => 'Sign this.'],
  ['the challenge of another node', (origin: URL) => nodeChallengeText(OTHER_NODE, origin, NONCE)],
  [
    'its own challenge with one more line',
    (origin: URL, node: string) => `${nodeChallengeText(node, origin, NONCE)}\nAnd everything else.`,
  ],
] as const)('[finding S15] a node does not sign %s', async ([, textOf]) => {
  harness.network.on(requestNodeChallenge, ({ body }) => ({
    message: textOf(new URL(harness.network.prefix), body.node),
  }))
  const agent = await harness.start()

  await expect(outcomeOf(agent)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('something other than its own sign-in'),
  })
  expectNothingSigned()
})

test.for([{ NETWORK_URL: 'https://infra.example' }, { NETWORK_URL: 'https://infra.example/some/page' }])(
  '[finding S15] a node that reaches its network by another address signs in with %j',
  async (environment) => {
    challengeOf('https://infra.example')
    await (await harness.start(environment)).ready
    expect(harness.greeting().signature).toMatch(/^0x/)
  },
)

test('[finding S15] all addresses of this machine count as one network', async () => {
  for (const origin of ['http://localhost:8080', 'http://127.0.0.1:1', 'https://[::1]:2']) {
    challengeOf(origin)
    const agent = await harness.start()
    await agent.ready
    await agent.stop()
  }
  expect(harness.network.at(startNodeSession)).toHaveLength(3)
})

test('[finding S15] a running node stops if its network asks it to sign in to another one', async () => {
  const { ready, ended } = await harness.start()
  await ready
  challengeOf('https://infra.example')
  // If it did sign, it would end with another exit code.
  harness.network.on(startNodeSession, () => {
    throw new Refusal('upgrade_required', 'Update the node.')
  })
  harness.network.on(claimJob, () => {
    throw new Refusal('invalid_token', 'Expired.')
  })
  // The claim that is already waiting was accepted earlier.
  harness.network.submit('echo', { text: 'x', seconds: 0 })

  await expect(ended).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('asks this node to sign in to https://infra.example'),
  })
  expect(harness.network.at(startNodeSession)).toHaveLength(1)
})

test('[finding S15] a node doesn’t sign a link request for another network either', async () => {
  harness.network.on(startNodeSession, () => {
    challengeOf('https://infra.example')
    throw new Refusal('node_not_linked', 'It belongs to nobody yet.')
  })
  const agent = await harness.start()

  await expect(outcomeOf(agent)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('API_URL='),
  })
  expect(harness.network.at(requestLink)).toEqual([])
})
