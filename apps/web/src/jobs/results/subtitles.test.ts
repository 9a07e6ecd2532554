import { expect, test } from 'vitest'
import { subtitleAt, subtitlesIn } from './subtitles.ts'

const srt = `1
00:00:00,000 --> 00:00:01,500
Good morning.

2
00:00:01,500 --> 01:02:03,250
The boat
leaves.
`

test('subtitles are parsed with their times, and found by the moment', () => {
  const subtitles = subtitlesIn(srt)
  expect(subtitles).toEqual([
    { start: 0, end: 1.5, text: 'Good morning.' },
    { start: 1.5, end: 3723.25, text: 'The boat leaves.' },
  ])
  expect(subtitlesIn(srt.replaceAll('\n', '\r\n'))).toEqual(subtitles)
  expect(subtitleAt(subtitles, 1.499)).toBe(0)
  expect(subtitleAt(subtitles, 1.5)).toBe(1)
  expect(subtitleAt(subtitles, 4000)).toBe(-1)
})

test.for(['', 'Nothing of the kind', '1\n00:00:00,000 --> 00:00:01,000\n'])(
  '%j contains no subtitles',
  (text) => {
    expect(subtitlesIn(text)).toEqual([])
  },
)
