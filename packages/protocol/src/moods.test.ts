import { expect, test } from 'vitest'
import { moods, takeMood } from './moods.ts'

test('[R-CHA-7] there are exactly seven moods', () => {
  expect(moods).toEqual(['angry', 'blink', 'confident', 'eyebrowraise', 'happy', 'neutral', 'surprise'])
})

test.for(moods)('[R-CHA-7] removes the marker of %s and trims the text', (mood) => {
  expect(takeMood(`Hello. [[mood:${mood}]] `)).toEqual({ text: 'Hello.', mood })
  expect(takeMood(`[[mood:${mood}]]\nHello.`)).toEqual({ text: 'Hello.', mood })
})

test.for(['Hello. [[mood:furious]] ', '[[mood:]]', '[[mood:Happy]]', '[mood:happy]', '[[mood:happy]', ''])(
  '[R-CHA-7] keeps a text without a valid marker as it is: "%s"',
  (reply) => {
    expect(takeMood(reply)).toEqual({ text: reply, mood: undefined })
  },
)

test('[R-CHA-7] uses the first valid marker, even after an invalid one', () => {
  expect(takeMood('[[mood:sad]] Hm. [[mood:happy]]')).toEqual({ text: '[[mood:sad]] Hm.', mood: 'happy' })
})
