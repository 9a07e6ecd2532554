import { expect, test } from 'vitest'
import { characterErrorRate } from '../measures/character-error-rate.ts'
import { numbersFrom, testPicture, withNoise } from '../test/test-picture.ts'
import { testVoice, withHiss, withPause } from '../test/test-sound.ts'
import { compareFindObjects, type FoundObject } from './compare-find-objects.ts'
import { isSimilarPicture, isSimilarText, judgeModel } from './compare-models.ts'
import { compareReadText, type ReadWord } from './compare-read-text.ts'
import { compareSpeak } from './compare-speak.ts'
import { compareStoryTeller } from './compare-story-teller.ts'
import { compareTranscribe } from './compare-transcribe.ts'
import { readSubtitles, type Subtitle } from './read-subtitles.ts'
import { thresholds } from './thresholds.ts'

test('a story is the same only if every character matches, or else wrong', () => {
  const story = 'Once upon a time, a little fox went out.'
  expect(compareStoryTeller(story, story).comparison).toBe('same')
  expect(compareStoryTeller(story, `${story} `).comparison).toBe('wrong')
})

test.for<[string, string, number]>([
  ['', '', 0],
  ['abc', 'abc', 0],
  ['abc', '', 1],
  ['kitten', 'sitting', 3 / 7],
  ['a'.repeat(1_000), `${'a'.repeat(999)}b`, 0.001],
  ['x'.repeat(300), 'y'.repeat(300), 1],
])('the character error rate of %s and %s', ([one, other, rate]) => {
  expect(characterErrorRate(one, other)).toBeCloseTo(rate, 9)
})

test('the banded edit distance equals the full one', () => {
  const random = numbersFrom(3)
  const text = (length: number) => Array.from({ length }, () => 'abcd'[Math.floor(random() * 4)]).join('')
  for (let round = 0; round < 40; round += 1) {
    const [one, other] = [text(30 + round * 3), text(40 + round * 2)]
    expect(characterErrorRate(one, other) * Math.max(one.length, other.length)).toBeCloseTo(
      plainDistance(one, other),
      6,
    )
  }
})

function plainDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1)
      next.push(Math.min(row[j - 1]! + Number(one[i - 1] !== other[j - 1]), row[j]! + 1, next[j - 1]! + 1))
    row = next
  }
  return row[other.length]!
}

const sentence =
  'The quick brown fox jumps over the lazy dog while seven wizards brew strange potions in a jar. '
const page = sentence.repeat(6).trim()
const wordsOf = (text: string, by = 0): ReadWord[] =>
  text.split(' ').map((word, at) => ({
    text: word,
    box: { x: (at % 10) * 80 + by, y: Math.floor(at / 10) * 40, width: 70, height: 30 },
  }))
const read = (text: string, by = 0) => ({ text, words: wordsOf(text, by) })

test.for<[string, ReturnType<typeof read>, string]>([
  ['the same words', read(page), 'same'],
  ['boxes that are off by two pixels', read(page, 2), 'same'],
  ['boxes elsewhere', read(page, 30), 'unclear'],
  ['one letter of 500', read(page.replace('wizards', 'wizarbs')), 'same'],
  ['some letters', read(page.replaceAll('fox', 'fax')), 'unclear'],
  ['another text', read('All the words of this page are others. '.repeat(14).trim()), 'wrong'],
  ['nothing', { text: '', words: [] }, 'wrong'],
])('read-text against %s', ([, other, comparison]) => {
  expect(compareReadText(read(page), other).comparison).toBe(comparison)
})

const object = (label: string, score: number, x: number, by = 0): FoundObject => ({
  label,
  score,
  box: { x: x + by, y: 20, width: 100, height: 80 },
})
const found = [object('cat', 0.9, 0), object('dog', 0.8, 150), object('cup', 0.52, 300)]
test.for<[string, FoundObject[], string]>([
  ['the same', found, 'same'],
  [
    'another order, a little off',
    [object('dog', 0.81, 150, 1), object('cup', 0.51, 300), object('cat', 0.89, 0, 2)],
    'same',
  ],
  ['without what is hardly sure enough', found.slice(0, 2), 'same'],
  ['without the dog', [found[0]!, found[2]!], 'wrong'],
  ['another label', [found[0]!, { ...found[1]!, label: 'horse' }, found[2]!], 'wrong'],
  ['a box elsewhere', [found[0]!, object('dog', 0.8, 150, 20), found[2]!], 'wrong'],
  ['nothing', [], 'wrong'],
])('find-objects against %s', ([, other, comparison]) => {
  expect(compareFindObjects(found, other, 0.5).comparison).toBe(comparison)
})

test('one differing object is wrong among 6, unclear among 30 and the same among 60', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => object('cat', 0.9, at * 150))
  const compare = (count: number) =>
    compareFindObjects(many(count), [...many(count).slice(1), object('dog', 0.9, 9_999)], 0.5)
  expect(compare(6).comparison).toBe('wrong')
  expect(compare(30).comparison).toBe('unclear')
  expect(compare(60).comparison).toBe('same')
  expect(compareFindObjects([], [], 0.5)).toEqual({ comparison: 'same', distance: 0 })
})

const syllables = [1, 4, 2, 6, 3, 8, 5, 2, 7, 1, 3, 6, 4, 8, 2, 5]
const voice = testVoice(syllables)
test.for<[string, ReturnType<typeof testVoice>, string, string]>([
  ['the same', voice, 'same', 'same'],
  ['rounding', withHiss(voice, 1e-5), 'same', 'same'],
  ['a pause of 20 ms', withPause(voice, 1.6, 0.02), 'same', 'same'],
  ['a pause of 100 ms', withPause(voice, 1.6, 0.1), 'unclear', 'unclear'],
  ['a little hiss', withHiss(voice, 0.002), 'unclear', 'same'],
  ['another voice', testVoice(syllables, { hertz: 210 }), 'wrong', 'wrong'],
  ['other words', testVoice(syllables.map((syllable) => 9 - syllable)), 'wrong', 'wrong'],
  ['half of the text', testVoice(syllables.slice(8)), 'wrong', 'wrong'],
  ['another speed', testVoice(syllables, { secondsEach: 0.25 }), 'wrong', 'wrong'],
  ['silence', { ...voice, samples: new Float32Array(voice.samples.length) }, 'wrong', 'wrong'],
  ['another rate', { ...voice, rate: 16_000 }, 'wrong', 'wrong'],
])('speak against %s', ([, other, inClass, across]) => {
  expect(compareSpeak(voice, other, 'same_class').comparison).toBe(inClass)
  expect(compareSpeak(voice, other, 'across_classes').comparison).toBe(across)
})

const subtitles = (text: string, by = 0): Subtitle[] =>
  text.split(/(?<=\.) /).map((line, at) => ({ start: at * 5 + by, end: at * 5 + 4 + by, text: line }))
const transcript = (text: string, by = 0) => ({ text, subtitles: subtitles(text, by) })
test.for<[string, ReturnType<typeof transcript>, string, string]>([
  ['the same', transcript(page), 'same', 'same'],
  ['times a little off', transcript(page, 0.3), 'same', 'same'],
  ['times far off', transcript(page, 1), 'unclear', 'unclear'],
  ['a word of a hundred', transcript(page.replace('seven', 'eleven')), 'same', 'same'],
  ['a word in each sentence', transcript(page.replaceAll('fox', 'box')), 'unclear', 'same'],
  [
    'a smaller model',
    transcript(page.replaceAll('wizards brew', 'lizards blew').replaceAll('quick', 'thick')),
    'unclear',
    'unclear',
  ],
  [
    'another text',
    transcript('Nothing of what was said is written down here at all. '.repeat(10).trim()),
    'wrong',
    'wrong',
  ],
  ['nothing', { text: '', subtitles: [] }, 'wrong', 'wrong'],
])('transcribe against %s', ([, other, inClass, across]) => {
  expect(compareTranscribe(transcript(page), other, 'same_class').comparison).toBe(inClass)
  expect(compareTranscribe(transcript(page), other, 'across_classes').comparison).toBe(across)
})

test('reads subtitles from SRT, and returns null if it is invalid', () => {
  const srt = '1\n00:00:01,500 --> 00:00:02,000\nHello there.\n\n2\n01:00:02,000 --> 01:00:03,250\nBye.\n'
  expect(readSubtitles(srt)).toEqual([
    { start: 1.5, end: 2, text: 'Hello there.' },
    { start: 3602, end: 3603.25, text: 'Bye.' },
  ])
  expect(readSubtitles('')).toEqual([])
  expect(readSubtitles('1\nsoon\nHello')).toBeNull()
})

test('compares pictures and texts of one model, and judges the model after 30 of them', () => {
  const picture = testPicture()
  expect(isSimilarPicture(picture, withNoise(picture, 3), null)).toBe(true)
  expect(isSimilarPicture(picture, withNoise(picture, 90), null)).toBe(false)
  expect(
    isSimilarPicture(picture, withNoise(picture, 90), [
      [1, 0.1],
      [1, 0],
    ]),
  ).toBe(true)
  const tokens = Array.from({ length: 100 }, (_, at) => at)
  expect(isSimilarText(tokens, [...tokens.slice(0, 64), 7, 7], null)).toBe(true)
  expect(isSimilarText(tokens, [...tokens.slice(0, 63), 7, 7], null)).toBe(false)
  expect(isSimilarText(tokens, tokens.slice(0, 20), null)).toBe(false)
  expect(
    isSimilarText(
      tokens,
      [],
      [
        [1, 2],
        [2, 4],
      ],
    ),
  ).toBe(true)
  const judged = (similar: number, of: number) =>
    judgeModel(
      Array.from({ length: of }, (_, at) => at < similar),
      thresholds.imagine,
    )
  expect(judged(0, 29)).toBe('undecided')
  expect(judged(23, 30)).toBe('failed')
  expect(judged(24, 30)).toBe('passed')
})
