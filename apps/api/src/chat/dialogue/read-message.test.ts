import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { correctTypos, editDistance, isGibberish } from './correct-typos.ts'
import { formOf } from './fill-rules.ts'
import { readMessage } from './read-message.ts'
import { splitMessage } from './split-message.ts'
import { type DialogueState, stateAfter } from './state-rules.ts'

const apps = catalogue.filter(({ state }) => state === 'published')

const said = (message: string) => ({ written: message, corrected: message })

/** What is understood of each turn of a conversation, and what it is about in the end. */
function talk(...messages: string[]) {
  let state: DialogueState = { jobId: 'a job' }
  const readings = messages.map((message) => {
    const reading = readMessage(said(message), state, apps)
    state = stateAfter(state, { ...reading, choices: undefined })
    return reading
  })
  return { readings, last: readings.at(-1)!, state }
}

test('[finding U2] an order has the person’s words, and a change keeps the rest of it', () => {
  const { readings, state } = talk(
    'please run a story about a cat',
    'make it about a dog instead',
    'make it shorter',
  )
  expect(readings.map(({ order }) => order?.input)).toEqual([
    { prompt: 'Once upon a time, there was a cat' },
    { prompt: 'Once upon a time, there was a dog' },
    { prompt: 'Once upon a time, there was a dog', length: 100 },
  ])
  const [first, second, third] = readings.map(({ order }) => order!.input)
  expect(state.order).toEqual({ appId: 'story-teller', input: third, before: [second, first] })
})

test.for([
  ['read this aloud: Hello, World!', 'speak', { text: 'Hello, World!' }],
  ['say "Good night" with a british man', 'speak', { text: 'Good night', voice: 'bm_george' }],
  ['cut out my portrait, transparent please', 'cut-out', { subject: 'portrait', background: 'transparent' }],
  ['cut my dog out on a blue background', 'cut-out', { background: 'color', color: '#0000ff' }],
  ['cut my dog out on a pink background, #ff69b4', 'cut-out', { background: 'color', color: '#ff69b4' }],
  ['speak "one two" with the emma voice', 'speak', { text: 'one two', voice: 'bf_emma' }],
  ['album cover of a burning cello, 768x512', 'imagine', { prompt: 'a burning cello', size: '768x512' }],
  ['my photo is very small, i need upscale it', 'upscale', {}],
  ['story teller with the smallest length there is', 'story-teller', { length: 16 }],
  ['vectorise it in black and white', 'vectorise', { colors: 'binary' }],
  [
    'expand my photo by 100 px on all sides',
    'expand-photo',
    { left: 100, right: 100, top: 100, bottom: 100 },
  ],
  ['draw a red fox in the snow', 'imagine', { prompt: 'a red fox in the snow' }],
  ['find objects in my photo, minimum confidence 0.4', 'find-objects', { score: 0.4 }],
  ['draw a corgi on mars, no text in it', 'imagine', { prompt: 'a corgi on mars', negative: 'text' }],
  ['make an audio that says i’ll be home late', 'speak', { text: 'i’ll be home late' }],
  [
    'take the background off my photo, light grey behind it',
    'cut-out',
    { background: 'color', color: '#d3d3d3' },
  ],
  ['i need subtitles for a recording', 'transcribe', {}],
  ['how many sheep are in this photo?', 'find-objects', {}],
  ['can you read a text out to me?', 'speak', {}],
  ['vectorise my logo, detail 2', 'vectorise', { detail: 2 }],
  [
    'a story that begins with "Seed 9 was sown", seed 8',
    'story-teller',
    { prompt: 'Seed 9 was sown', seed: 8 },
  ],
] as const)('"%s" is an order of %s', ([message, appId, input]) => {
  const { order } = talk(message).last
  expect(order?.app.id).toBe(appId)
  expect(order?.input).toEqual(input)
})

test('a form can still be changed after a question about its price', () => {
  const { readings } = talk(
    'a story about a cat, a short one',
    'how much does it cost?',
    'but the longest',
    'expand my photo by 90 px on the left and 80 on the right',
    'no wait only left',
  )
  expect(readings[1]!.topic).toBe('live/prices')
  expect(readings.map(({ order }) => order?.input.length)).toEqual([
    100,
    undefined,
    256,
    undefined,
    undefined,
  ])
  expect(readings[2]!.order?.input.prompt).toBe('Once upon a time, there was a cat')
  expect(readings[4]!.order?.input).toEqual({ left: 90, right: 0, top: 0, bottom: 0 })
})

test('“result public but keep my original hidden” is what the form calls public', () => {
  const { order } = talk('upscale my photo', 'do it, result public but keep my original hidden').last
  expect(order).toMatchObject({ app: { id: 'upscale' }, visibility: 'public' })
})

test('the file of the form above is named in a message of its own', () => {
  for (const message of ['from my last picture', 'take my last picture for it']) {
    const { order, action } = talk('read the text in my photo, one line', message).last
    expect(action).toBeUndefined()
    expect(order).toMatchObject({ app: { id: 'read-text' }, input: { layout: 'line' }, usesLastResult: true })
  }
  expect(talk('read the text in my photo', 'delete my last picture').last.order).toBeUndefined()
})

test('“and Speak for 1500 characters?”, right after a price, asks for another price', () => {
  const { readings } = talk('what does Transcribe cost for a minute?', 'and Speak for 1500 characters?')
  expect(readings[1]).toMatchObject({
    topic: 'live/prices',
    app: { id: 'speak' },
    facts: { characters: 1500 },
  })
  expect(readings[1]!.order).toBeUndefined()
})

test('a form can be changed after an aside', () => {
  const { order } = talk('draw a hut', 'what is 12 times 12', 'ok and the size 1216 x 832').last
  expect(order).toMatchObject({ app: { id: 'imagine' }, input: { prompt: 'a hut', size: '1216x832' } })
})

test('"it" is the node that was mentioned', () => {
  const { action } = talk('are my nodes online', 'let it have a break').last
  expect(action).toEqual({ kind: 'node', maintenance: true })
  expect(talk('what did I make today', 'let it have a break').last.action).toBeUndefined()
})

test.for([
  ['delete the story i made yesterday', { kind: 'job', action: 'delete' }],
  ['change that, only for me please', { kind: 'job', action: 'private' }],
  ['can you at least open my credits page', { kind: 'open', screen: '/profile/credits' }],
  ['how do i cancel a job', undefined],
  ['cancel my job', { kind: 'job', action: 'cancel' }],
  ['toss my last audio, we rerecorded it', { kind: 'job', action: 'delete' }],
  ['remove it, the lamp post', undefined],
  ['can you delete my last story please', { kind: 'job', action: 'delete' }],
  ['delete my account', undefined],
  ['make it private', { kind: 'job', action: 'private' }],
  ['pause my node', { kind: 'node', maintenance: true }],
  ['wake my node up', { kind: 'node', maintenance: false }],
  ['open the feed', { kind: 'open', screen: '/feed' }],
  ['open my settings', { kind: 'open', screen: '/profile/settings' }],
  ['take me to my jobs', { kind: 'open', screen: '/profile/jobs' }],
  ['go to my nodes', { kind: 'open', screen: '/profile/nodes' }],
] as const)('"%s" asks for %o', ([message, action]) => {
  expect(talk(message).last.action).toEqual(action)
})

test('a follow-up is about the app and the size that were mentioned before', () => {
  const { readings } = talk(
    'how much is a cut-out of a 2000x1000 photo?',
    'and a smaller one?',
    'and vectorise?',
    'do i need a graphics card for that?',
  )
  expect(readings.map(({ topic, app, facts }) => [topic, app?.id, facts?.width])).toEqual([
    ['live/prices', 'cut-out', 2000],
    ['live/prices', 'cut-out', 1000],
    ['live/prices', 'vectorise', 1000],
    ['live/app-needs', 'vectorise', 1000],
  ])
})

test('a question about an app keeps what is filled in on its form', () => {
  const above = { appId: 'vectorise', input: { colors: 'binary' }, visibility: 'private' as const }
  const [vectorise, speak] = ['vectorise', 'speak'].map((id) => apps.find((app) => app.id === id)!)
  expect(formOf(vectorise!, 'does it keep thin lines?', above)).toEqual(above)
  expect(formOf(speak!, 'does it whisper?', above)).toEqual({ appId: 'speak', input: {} })
})

test('a period alone repeats the question before it', () => {
  const { readings } = talk('what did i make yesterday', 'and last week?', 'how much did i spend this month')
  expect(readings.map(({ topic, period }) => [topic, period])).toEqual([
    ['live/my-jobs', { kind: 'calendar', unit: 'day', back: 1 }],
    ['live/my-jobs', { kind: 'calendar', unit: 'week', back: 1 }],
    ['live/my-spending', { kind: 'calendar', unit: 'month', back: 0 }],
  ])
})

test('an answer to a choice between two topics is understood, once', () => {
  const state = { choices: ['apps/cut-out', 'apps/erase-fill'] }
  const reading = readMessage(said('the second one'), state, apps)
  expect(reading.topic).toBe('apps/erase-fill')
  expect(stateAfter(state, { ...reading, choices: undefined }).choices).toBeUndefined()
})

test.for([
  ['how many credits do i have? and what does upscale cost?', 2],
  ['what is my balance and how many nodes are online', 2],
  ['black and white', 1],
  ['read this aloud: who are you? what do you do?', 1],
] as const)('"%s" has %i questions', ([message, count]) => {
  expect(splitMessage(message)).toHaveLength(count)
})

test('misspelt words that the chat knows are corrected; other English words are left alone', () => {
  const isWord = (word: string) => ['store', 'angel'].includes(word)
  expect(correctTypos('cancle my stroy of yesteday', isWord)).toBe('cancel my story of yesterday')
  expect(correctTypos('a store for an angel', isWord)).toBe('a store for an angel')
  expect([editDistance('cancle', 'cancel'), editDistance('abc', 'abc'), editDistance('', 'ab')]).toEqual([
    1, 0, 2,
  ])
})

test('after a form, what something costs or takes is a question', () => {
  for (const question of ['cost of that', 'eta for a story', 'wait can people see my name then'])
    expect(talk('tell me a story about a fox', question).last.order).toBeUndefined()
})

test('a goodbye may come last, and is no text to speak', () => {
  expect(talk('this is dull, bye').last.topic).toBe('live/bye')
  expect(talk('say "this is dull, bye"').last.order?.app.id).toBe('speak')
})

test('a last result that is named where nothing was ordered orders nothing', () => {
  expect(talk('what is the cheapest app', 'my last picture').last.order).toBeUndefined()
  expect(readMessage(said('my last picture'), { topic: 'live/prices' }, apps).order).toBeUndefined()
})

test.for([
  ['asdf asdf', true],
  ['qwerty', false],
  ['asdf fox', false],
  ['transcribe asdf', false],
  ['wav or mp3', false],
] as const)('several words of which none exists say nothing: "%s", %s', ([message, expected]) => {
  expect(isGibberish(message, (word) => word === 'fox')).toBe(expected)
})

test('a colour that opens an order is the background only if it stands by itself', () => {
  const cutOut = (message: string) =>
    formOf(apps.find(({ id }) => id === 'cut-out')!, message, undefined).input
  expect(cutOut('orange, please')).toEqual({ background: 'color', color: '#ffa500' })
  expect(cutOut('gold ring, cut it out')).toEqual({})
})
