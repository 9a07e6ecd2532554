import { expect, test } from 'vitest'
import { cleanText } from './clean-text.ts'

test.for([
  ['words in tag characters', 'Hi\u{e0049}\u{e0067}\u{e006e}', 'Hi'],
  ['zero-width characters', 'in\u200bfr\u2060a\ufeff', 'infra'],
  ['variation selectors that spell something out', 'a\u{e0101}\u{e0102}b\ufe01', 'ab'],
  ['control characters', 'a\u0000b\u0007c\u009b', 'abc'],
  ['a joiner between letters', 'in\u200dfra', 'infra'],
  ['direction overrides', 'a\u202egpj.exe\u202c', 'agpj.exe'],
])('removes %s', ([, given, kept]) => {
  expect(cleanText(given!)).toBe(kept)
})

test.for(['👩‍💻 and 👩🏽‍💻', 'a ❤️ and a ☑︎', 'one\n\ttwo', 'שלום \u200fעולם', 'naïve café'])(
  'keeps what belongs to the text: %s',
  (text) => {
    expect(cleanText(text)).toBe(text)
  },
)
