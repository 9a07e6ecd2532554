import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

const SLOW = { timeout: 300_000 }

async function say(input: Record<string, string | number>) {
  const { outputs, stages } = await run('speak', {}, { voice: 'fast', speed: 1, ...input })
  const wav = await readFile(pathOf(outputs[0]))
  const samples = Array.from({ length: (wav.length - 44) / 2 }, (_, at) => wav.readInt16LE(44 + at * 2))
  return { wav, samples, stages, rate: wav.readUInt32LE(24) }
}

/** Per twentieth of a second, relative to full scale. */
function loudness(samples: number[], rate: number): number[] {
  const length = Math.round(rate / 20)
  return Array.from({ length: Math.floor(samples.length / length) }, (_, at) => {
    const moment = samples.slice(at * length, (at + 1) * length)
    return Math.sqrt(moment.reduce((sum, sample) => sum + sample * sample, 0) / length) / 32_768
  })
}

test('turns text into normalized mono sound, sentence by sentence', SLOW, async () => {
  const { wav, samples, stages, rate } = await say({ text: 'The sun is up. The birds sing. Come out!' })

  expect(wav.toString('latin1', 0, 4) + wav.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ')
  expect([wav.readUInt16LE(20), wav.readUInt16LE(22), wav.readUInt16LE(34)]).toEqual([1, 1, 16])
  expect(samples.length / rate).toBeGreaterThan(2)
  expect(samples.length / rate).toBeLessThan(8)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) / 32_767
  expect(peak).toBeCloseTo(0.9, 3)
  // There is speech most of the time, with two pauses between three sentences.
  const moments = loudness(samples, rate)
  expect(moments.filter((level) => level > 0.01).length / moments.length).toBeGreaterThan(0.6)
  expect(moments.slice(5, -5).filter((level) => level < 0.002).length).toBeGreaterThanOrEqual(6)
  expect(stages).toEqual([
    'Reading the text',
    'Loading the voice',
    'Saying sentence 1 of 3',
    'Saying sentence 2 of 3',
    'Saying sentence 3 of 3',
    'Writing the sound',
  ])
})

test.for(['fast', 'bm_george'])(
  'the same text sounds the same, and is faster on request (%s)',
  SLOW,
  async (voice) => {
    const text = 'Nobody knows the way to the river.'
    const [once, again, faster] = [
      await say({ text, voice }),
      await say({ text, voice }),
      await say({ text, voice, speed: 1.5 }),
    ]
    expect(again.wav.equals(once.wav)).toBe(true)
    expect(faster.samples.length / once.samples.length).toBeGreaterThan(0.55)
    expect(faster.samples.length / once.samples.length).toBeLessThan(0.8)
  },
)

test('voices differ in pitch', SLOW, async () => {
  const [emma, michael] = [
    await say({ text: 'Good morning.', voice: 'bf_emma' }),
    await say({ text: 'Good morning.', voice: 'am_michael' }),
  ]
  expect(pitchOf(emma)).toBeGreaterThan(pitchOf(michael) * 1.25)
})

/** In hertz, by autocorrelation within a tenth of a second from the loudest moment. */
function pitchOf({ samples, rate }: { samples: number[]; rate: number }): number {
  const moments = loudness(samples, rate)
  const start = Math.round((moments.indexOf(Math.max(...moments)) * rate) / 20)
  const part = samples.slice(start, start + Math.round(rate / 10))
  let best = { lag: 0, likeness: 0 }
  for (let lag = Math.round(rate / 350); lag <= Math.round(rate / 70); lag += 1) {
    let likeness = 0
    for (let at = 0; at + lag < part.length; at += 1) likeness += part[at]! * part[at + lag]!
    if (likeness > best.likeness) best = { lag, likeness }
  }
  return rate / best.lag
}

test.for(['日本語のテキスト', '...!?', '🦊🦊'])(
  'refuses "%s", which has nothing to say in it',
  SLOW,
  async (text) => {
    await expect(say({ text })).rejects.toMatchObject({ reason: 'input_unreadable', final: true })
  },
)
