import { expect, test } from 'vitest'
import { networkOfChallenge, nodeChallengeText } from './node-challenge.ts'

const NODE = '0x52908400098527886E0F7030069857D2E4169EE7'
const NONCE = '0123456789abcdef0123456789abcdef'
const TEXT = `Infra node ${NODE.toLowerCase()} signs in to https://infra.example\nNonce: ${NONCE}`

test('the challenge text is the one that agents have signed since the first version', () => {
  expect(nodeChallengeText(NODE, new URL('https://infra.example/'), NONCE)).toBe(TEXT)
})

test('reads the network from the challenge text', () => {
  for (const origin of ['https://infra.example', 'http://localhost:8080', 'http://[::1]:1']) {
    const text = TEXT.replace('https://infra.example', origin)
    expect(networkOfChallenge(text, NODE)?.origin).toBe(origin)
  }
})

test.for([
  ['nothing', ''],
  ['other words', 'Sign this.'],
  ['another node', TEXT.replace('0x5', '0x6')],
  ['a line before', `Transfer everything.\n${TEXT}`],
  ['a line within', TEXT.replace('\n', '\nand to everything else\n')],
  ['a line after', `${TEXT}\nTransfer everything.`],
  ['a line break at the end', `${TEXT}\n`],
  ['a line separator at the end', `${TEXT}\u2028`],
  [
    'two networks',
    TEXT.replace('https://infra.example', 'https://a.example signs in to https://infra.example'),
  ],
  ['a short nonce', TEXT.slice(0, -1)],
  ['a long nonce', `${TEXT}0`],
  ['a nonce of other characters', TEXT.replace('Nonce: 0', 'Nonce: G')],
  ['a path', TEXT.replace('infra.example', 'infra.example/')],
  ['a name before the host', TEXT.replace('infra.example', 'infra.example@evil.example')],
  ['letters that look alike', TEXT.replace('infra.example', 'infrа.example')],
  ['capital letters', TEXT.replace('infra.example', 'INFRA.example')],
  ['the default port', TEXT.replace('infra.example', 'infra.example:443')],
  ['no address', TEXT.replace('https://infra.example', 'infra')],
  ['an opaque origin', TEXT.replace('https://infra.example', 'null')],
] as const)('[finding S15] refuses a challenge text with %s', ([, text]) => {
  expect(networkOfChallenge(text, NODE)).toBeUndefined()
})
