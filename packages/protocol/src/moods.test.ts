import { expect, test } from 'vitest'
import { moods, takeMood } from './moods.ts'

test('[R-CHA-7] there are these seven moods', () => {
  expect(moods).toEqual(['angry', 'blink', 'confident', 'eyebrowraise', 'happy', 'neutral', 'surprise'])
})

test.for(moods)('[R-CHA-7] a marker of %s is taken out, and the text trimmed', (mood) => {
  expect(takeMood(`Hello. [[mood:${mood}]] `)).toEqual({ text: 'Hello.', mood })
  expect(takeMood(`[[mood:${mood}]]\nHello.`)).toEqual({ text: 'Hello.', mood })
})

test.for(['Hello. [[mood:furious]] ', '[[mood:]]', '[[mood:Happy]]', '[mood:happy]', '[[mood:happy]', ''])(
  '[R-CHA-7] what names no mood stays in the text: "%s"',
  (reply) => {
    expect(takeMood(reply)).toEqual({ text: reply, mood: undefined })
  },
)

test('[R-CHA-7] the first that is valid counts, whatever stands before it', () => {
  expect(takeMood('[[mood:sad]] Hm. [[mood:happy]]')).toEqual({ text: '[[mood:sad]] Hm.', mood: 'happy' })
})
