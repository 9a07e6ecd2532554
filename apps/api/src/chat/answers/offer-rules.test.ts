import { findApp } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { asksForPrice, inputFrom, namedApp, priceWords } from './offer-rules.ts'

const cutOut = findApp('cut-out')!
const readText = findApp('read-text')!
const apps = [cutOut, readText]

test.for([
  ['what does Cut-out do', 'cut-out'],
  ['try CUT OUT on it', 'cut-out'],
  ['read text, please', 'read-text'],
  ['cutting out is fun', undefined],
  ['what cut do operators get', undefined],
] as const)('"%s" names %s', ([message, id]) => {
  expect(namedApp(message, apps)?.id).toBe(id)
})

test.for([
  ['how much does it cost', true],
  ['is it expensive?', true],
  ['the costume', false],
  ['use cut-out', false],
] as const)('whether "%s" asks for a price: %s', ([message, asks]) => {
  expect(asksForPrice(message)).toBe(asks)
})

test('a form is filled with what was said, and with nothing else', () => {
  expect(inputFrom('cut out my portrait, transparent please', cutOut)).toEqual({
    subject: 'portrait',
    background: 'transparent',
  })
  expect(inputFrom('cut this out', cutOut)).toEqual({})
  expect(inputFrom('say “good morning” to them', findApp('echo')!)).toEqual({ text: 'good morning' })
})

test('a price is said in words', () => {
  expect(priceWords(cutOut.price)).toBe('2 credits and 1 for each megapixel of the picture')
  expect(priceWords({ base: 1, per: [] })).toBe('1 credit')
})
