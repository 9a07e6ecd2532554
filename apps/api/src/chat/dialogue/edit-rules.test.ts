import type { AppInput } from '@infra/protocol/apps/app-input'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { refineOrder } from './order-rules.ts'

const appOf = (id: string) => catalogue.find((app) => app.id === id)!
const changed = (appId: string, message: string, input: AppInput, before: AppInput[] = []) =>
  refineOrder(message, { app: appOf(appId), input, before }, true)

const story = { prompt: 'Once upon a time, there was a fox', length: 200 }
const picture = { prompt: 'a harbour', size: '512x768', steps: 40 }
const sides = { left: 300, right: 100, top: 0, bottom: 0 }

test.for<[string, string, AppInput, AppInput]>([
  ['story-teller', 'half the length', story, { ...story, length: 100 }],
  ['story-teller', 'temperature 1.2 and only 64 tokens', story, { ...story, temperature: 1.2, length: 64 }],
  ['story-teller', 'nah, the full 256', story, { ...story, length: 256 }],
  ['imagine', '832x1216 instead', picture, { ...picture, size: '832x1216' }],
  ['imagine', 'in 16:9 please', picture, { ...picture, size: '1216x832' }],
  ['imagine', 'make it a lake instead of a harbour lol', picture, { ...picture, prompt: 'a lake' }],
  ['imagine', 'a full moon instead', picture, { ...picture, prompt: 'a full moon' }],
  ['story-teller', 'temperature zero', story, { ...story, temperature: 0 }],
  ['imagine', 'twice the steps, please', { ...picture, steps: 20 }, picture],
  ['imagine', 'reduce the number of steps by a quarter', picture, { ...picture, steps: 30 }],
  ['imagine', '10 more steps', picture, { ...picture, steps: 50 }],
  ['imagine', 'no text or watermarks in it', picture, { ...picture, negative: 'text or watermarks' }],
  ['imagine', 'the usual number of steps', picture, { ...picture, steps: 25 }],
  ['speak', 'a touch slower, 0.9', { text: 'Dinner' }, { text: 'Dinner', speed: 0.9 }],
  ['speak', 'normal pace again', { text: 'Dinner', speed: 0.8 }, { text: 'Dinner', speed: 1 }],
  ['find-objects', 'confidence zero point seven', {}, { score: 0.7 }],
  ['find-objects', '60 % sure', {}, { score: 0.6 }],
  ['vectorise', 'corners only, no curves', { colors: 'binary' }, { colors: 'binary', mode: 'polygon' }],
  ['imagine', '50 steps n no people in it', picture, { ...picture, steps: 50, negative: 'people' }],
  ['imagine', 'the 512 one', picture, { ...picture, size: '512x512' }],
  ['imagine', 'actually drop the seed again', { ...picture, seed: 7 }, picture],
  [
    'imagine',
    'also without cars',
    { ...picture, negative: 'people' },
    { ...picture, negative: 'people, cars' },
  ],
  ['imagine', 'change winter to summer', { prompt: 'a hut in winter' }, { prompt: 'a hut in summer' }],
  [
    'story-teller',
    'make him a badger instead of a fox',
    story,
    { ...story, prompt: 'Once upon a time, there was a badger' },
  ],
  ['expand-photo', 'and nothing on the right', sides, { ...sides, right: 0 }],
  [
    'expand-photo',
    'oh just make it 30 on all four sides',
    { left: 4, right: 4, top: 4, bottom: 4 },
    { left: 30, right: 30, top: 30, bottom: 30 },
  ],
  [
    'imagine',
    'make it an otter',
    { prompt: 'a raccoon playing drums' },
    { prompt: 'an otter playing drums' },
  ],
  ['imagine', 'make it a square', picture, { ...picture, size: '1024x1024' }],
  [
    'imagine',
    'make it a zombie instead',
    { prompt: 'a skeleton on a skateboard' },
    { prompt: 'a zombie on a skateboard' },
  ],
  [
    'imagine',
    'actually a hippo, she is mad about hippos',
    { prompt: 'an otter in a bathtub' },
    { prompt: 'a hippo in a bathtub' },
  ],
  [
    'imagine',
    'make them flamingos',
    { prompt: 'two swans on a lake at dawn' },
    { prompt: 'two flamingos on a lake at dawn' },
  ],
  [
    'imagine',
    'yellow umbrellas, not red ones',
    { prompt: 'a street with red umbrellas' },
    { prompt: 'a street with yellow umbrellas' },
  ],
  [
    'imagine',
    'the umbrella in green',
    { prompt: 'a red umbrella on a beach' },
    { prompt: 'a green umbrella on a beach' },
  ],
  ['imagine', 'two dogs, not one cat', { prompt: 'one cat in a field' }, { prompt: 'two dogs in a field' }],
  ['imagine', 'sweet potatoes instead', { prompt: 'a basket of carrots' }, { prompt: 'sweet potatoes' }],
  ['cut-out', 'put it on baby blue', {}, { background: 'color', color: '#89cff0' }],
  ['cut-out', 'background colour navy blue', {}, { background: 'color', color: '#000080' }],
  ['cut-out', 'make the bg bright yellow', {}, { background: 'color', color: '#ffff00' }],
  ['cut-out', 'sorry, my mistake. white', {}, { background: 'color', color: '#ffffff' }],
  ['speak', 'not so fast', { text: 'Dinner' }, { text: 'Dinner', speed: 0.8 }],
  [
    'imagine',
    'could it be winter instead?',
    { prompt: 'a bridge in autumn' },
    { prompt: 'a bridge in winter' },
  ],
  [
    'imagine',
    'blue instead of red',
    { prompt: 'a bored man in a red hat' },
    { prompt: 'a bored man in a blue hat' },
  ],
  [
    'imagine',
    'could it be blue instead?',
    { prompt: 'a bored man in a red hat' },
    { prompt: 'a bored man in a blue hat' },
  ],
  [
    'imagine',
    'good. add a lighthouse in the background',
    { prompt: 'a cottage by the sea' },
    { prompt: 'a cottage by the sea, with a lighthouse in the background' },
  ],
  [
    'imagine',
    'lol a lake instead of the harbour',
    { prompt: 'a stormy harbour' },
    { prompt: 'a stormy lake' },
  ],
  [
    'imagine',
    'a double bass instead of the harbour',
    { ...picture, prompt: 'a harbour' },
    { ...picture, prompt: 'a double bass' },
  ],
  [
    'imagine',
    'make the bicycle blue',
    { prompt: 'a red bicycle in rain' },
    { prompt: 'a blue bicycle in rain' },
  ],
  ['imagine', 'make the wings golden', { prompt: 'a bun with wings' }, { prompt: 'a bun with golden wings' }],
  ['imagine', 'three penguins', { prompt: 'two penguins on ice' }, { prompt: 'three penguins on ice' }],
  ['imagine', 'not bicycle, motorcycle', { prompt: 'girl on bicycle' }, { prompt: 'girl on motorcycle' }],
  ['imagine', 'scrap that, a submarine', picture, { ...picture, prompt: 'a submarine' }],
  [
    'speak',
    'dinner instead of lunch, and george',
    { text: 'lunch is ready' },
    { text: 'dinner is ready', voice: 'bm_george' },
  ],
  ['speak', 'from six, not seven', { text: 'open from seven' }, { text: 'open from six' }],
  ['speak', 'a bit slower, he is only four', { text: 'Hi' }, { text: 'Hi', speed: 0.8 }],
  ['cut-out', 'behind me should be blue', {}, { background: 'color', color: '#0000ff', subject: 'portrait' }],
  ['expand-photo', 'the top as well, but only 40', sides, { ...sides, top: 40 }],
  ['expand-photo', 'left and right 0', { ...sides, top: 90 }, { left: 0, right: 0, top: 90, bottom: 0 }],
  ['speak', 'Oh dear, make that Lena instead of Oskar', { text: 'Dear Oskar' }, { text: 'Dear Lena' }],
  ['speak', 'the other british voice', { text: 'Hi', voice: 'bf_emma' }, { text: 'Hi', voice: 'bm_george' }],
  ['story-teller', 'the smallest length there is', story, { ...story, length: 16 }],
  ['find-objects', 'add 0.2', { score: 0.3 }, { score: 0.5 }],
  ['read-text', 'let the layout be detected', { layout: 'block' }, { layout: 'auto' }],
  ['vectorise', 'is too little, two more', { detail: 3 }, { detail: 5 }],
  ['expand-photo', 'change places left and right', sides, { ...sides, left: 100, right: 300 }],
  ['expand-photo', 'no, on the left nothing', sides, { ...sides, left: 0 }],
  ['expand-photo', '60 on top, the other sides 0', sides, { left: 0, right: 0, top: 60, bottom: 0 }],
  ['expand-photo', 'swap the two', sides, { ...sides, left: 100, right: 300 }],
  ['expand-photo', 'only on the left', sides, { ...sides, right: 0 }],
  ['expand-photo', 'and the same on the top', { ...sides, right: 0 }, { ...sides, right: 0, top: 300 }],
  ['expand-photo', 'what if i take 512 top and 512 bottom', sides, { ...sides, top: 512, bottom: 512 }],
])('on the form of %s, “%s” changes only what it names', ([appId, message, input, expected]) => {
  expect(changed(appId, message, input)).toEqual(expected)
})

test('“that” is the field that was changed last', () => {
  const before = [{ ...picture, guidance: 9 }]
  expect(changed('imagine', 'half of that', { ...picture, guidance: 12 }, before)).toEqual({
    ...picture,
    guidance: 6,
  })
})

test('a change can be undone, for all its fields or for one', () => {
  const before = [
    { ...picture, negative: 'text' },
    { ...picture, size: '512x512' },
  ]
  const now = { ...picture, negative: 'text', steps: 50 }
  expect(changed('imagine', 'no, back to how it was', now, before)).toEqual(before[0])
  expect(changed('imagine', 'put the size back to what it was', now, before)).toEqual({
    ...now,
    size: '512x512',
  })
})

test('“the harbour was better” takes back the description that had it', () => {
  const now = { ...picture, prompt: 'a submarine' }
  expect(changed('imagine', 'no, the harbour was better', now, [picture])).toEqual(picture)
})

test('a question about a form does not change the form', () => {
  expect(changed('imagine', 'how many steps are usual?', picture)).toBeUndefined()
})
