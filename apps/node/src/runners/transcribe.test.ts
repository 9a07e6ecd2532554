import { readFile } from 'node:fs/promises'
import { randomFrom } from '@infra/inference/random'
import { encodeWav } from '@infra/inference/sound/wav'
import { expect, test } from 'vitest'
import { openTestRunner, pathOf } from '../test/test-runner.ts'

const run = await openTestRunner()

const SLOW = { timeout: 600_000 }

const PARAGRAPH =
  'The river was low after the long summer. Two children walked along the bank and looked for flat stones. The older one found a green bottle with a letter inside. She read it aloud, and they laughed all the way home. Their mother put the bottle on the kitchen window.'

async function write(audio: Buffer, model = 'base') {
  const ran = await run('transcribe', { audio }, { model })
  const [text, srt] = ran.outputs.map((output) => (output as { text: string }).text)
  return { text: text!, srt: srt!, stages: ran.stages, streamed: ran.text }
}

async function spoken(voice: string): Promise<Buffer> {
  const { outputs } = await run('speak', {}, { text: PARAGRAPH, voice, speed: 1 })
  return readFile(pathOf(outputs[0]))
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z']+/g) ?? []
}

/** The word error rate: words that must be changed, added or removed, per word that was said. */
function wordError(heard: string, said: string): number {
  const [got, wanted] = [wordsOf(heard), wordsOf(said)]
  let row = wanted.map((_, at) => at + 1)
  for (const [place, word] of got.entries()) {
    let corner = place
    let left = place + 1
    row = row.map((above, at) => {
      const best = Math.min(above + 1, left + 1, corner + (word === wanted[at] ? 0 : 1))
      corner = above
      left = best
      return best
    })
  }
  return row.at(-1)! / wanted.length
}

const random = randomFrom(1)

const kokoro = await spoken('af_heart')

test('transcribes what the speech model says, with times', SLOW, async () => {
  expect(wordsOf(PARAGRAPH).length).toBeGreaterThanOrEqual(40)
  const { text, srt, stages, streamed } = await write(kokoro)

  expect(wordError(text, PARAGRAPH)).toBeLessThanOrEqual(0.05)
  expect(streamed).toBe(text)
  expect(stages.length).toBeGreaterThanOrEqual(3)
  const blocks = srt.trim().split('\n\n')
  expect(blocks.map((block) => block.split('\n').slice(2).join(' ')).join(' ')).toBe(text)
  const times = blocks.map((block) => /^(\d+)\n(\S+) --> (\S+)\n/.exec(block)!)
  expect(times.map(([, number]) => Number(number))).toEqual(blocks.map((_, at) => at + 1))
  const marks = times.flatMap(([, , start, end]) => [start!, end!])
  expect(marks).toEqual(marks.toSorted())
  expect(marks[0]).toMatch(/^00:00:0[01],\d{3}$/)
})

test('transcribes the fast voice too', SLOW, async () => {
  expect(wordError((await write(await spoken('fast'))).text, PARAGRAPH)).toBeLessThanOrEqual(0.05)
})

test('transcribes sound that is longer than a window to its end, across the cut', SLOW, async () => {
  const samples = samplesOf(kokoro)
  const pause = new Float32Array(24_000)
  const twice = Float32Array.from([...samples, ...pause, ...samples, ...pause, ...samples])
  expect(twice.length / 24_000).toBeGreaterThan(35)

  const { text, stages } = await write(encodeWav(twice, 24_000), 'tiny')

  expect(wordError(text, [PARAGRAPH, PARAGRAPH, PARAGRAPH].join(' '))).toBeLessThanOrEqual(0.1)
  expect(stages.filter((stage) => stage.startsWith('Listening')).length).toBeGreaterThan(1)
})

test.for([
  ['silence', () => 0],
  // Louder than the gate, so that the model itself has to recognise that it isn't speech.
  ['white noise', () => (random() - 0.5) * 0.2],
  ['a tone', (at: number) => Math.sin(at / 6) * 0.3],
] as const)('finds no words in %s', SLOW, async ([, sample]) => {
  const sound = Float32Array.from({ length: 16_000 * 8 }, (_, at) => sample(at))
  expect(await write(encodeWav(sound, 16_000))).toMatchObject({ text: '', srt: '', streamed: '' })
})

test.for([
  ['isn’t audio', Buffer.from('GIF89a and nothing more')],
  ['is cut short', kokoro.subarray(0, 3000)],
  ['has no samples', encodeWav(new Float32Array(), 16_000)],
] as const)('a file that %s fails as unreadable input', async ([, bytes]) => {
  await expect(write(bytes)).rejects.toMatchObject({ reason: 'input_unreadable', final: true })
})

function samplesOf(wav: Buffer): Float32Array {
  return Float32Array.from(
    { length: (wav.length - 44) / 2 },
    (_, at) => wav.readInt16LE(44 + at * 2) / 32_768,
  )
}
