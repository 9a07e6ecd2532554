import type { AskedConversation } from '../asked-question.ts'
import { is, order } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const anObject = /^(object)?$/
const nothingBehind = /^(transparent)?$/
const inColour = /^(color)?$/
const detected = /^(auto)?$/
const normalPace = /^1?$/
const heart = /^(af_heart)?$/
const careful = /^(base)?$/
const usual = /^(0\.8)?$/

/** Orders of words and sounds, and changes of their cards. */
export const twentyFifthMore: AskedConversation[] = [
  [
    order('read-text', 'get the words out of a letter i scanned, its one block of text', { layout: 'block' }),
    order('read-text', 'no hang on, its a poster with words here and there', { layout: 'sparse' }),
    order('read-text', 'oh let it detect the layout', { layout: detected }),
    is(['apps/read-text', 'live/app-needs'], 'can it do my nans handwriting', { app: 'read-text' }),
  ],
  [
    order('read-text', 'i want to read the serial number off a photo, its one line', { layout: 'line' }),
    order('read-text', 'use my last picture for it', { layout: 'line' }, { usesLastResult: true }),
  ],
  [
    order('speak', 'Read this aloud: The meeting has moved to Thursday at three.', {
      text: /^["“]?The meeting has moved to Thursday at three\.?["”]?$/i,
    }),
    order('speak', 'With George please', {
      text: /^["“]?The meeting has moved to Thursday at three\.?["”]?$/i,
      voice: 'bm_george',
    }),
    order('speak', 'A bit slower, 0.85', {
      text: /^["“]?The meeting has moved to Thursday at three\.?["”]?$/i,
      voice: 'bm_george',
      speed: 0.85,
    }),
    order('speak', 'Friday instead of Thursday', {
      text: /^["“]?The meeting has moved to Friday at three\.?["”]?$/i,
      voice: 'bm_george',
      speed: 0.85,
    }),
    order('speak', 'And back to normal speed', {
      text: /^["“]?The meeting has moved to Friday at three\.?["”]?$/i,
      voice: 'bm_george',
      speed: normalPace,
    }),
  ],
  [
    order('speak', 'say "happy birthday grandpa" in a british womans voice', {
      text: /^["“]?happy birthday,? grandpa[.!]?["”]?$/i,
      voice: 'bf_emma',
    }),
    order('speak', 'bella instead', {
      text: /^["“]?happy birthday,? grandpa[.!]?["”]?$/i,
      voice: 'af_bella',
    }),
    order('speak', 'speed 1.3', {
      text: /^["“]?happy birthday,? grandpa[.!]?["”]?$/i,
      voice: 'af_bella',
      speed: 1.3,
    }),
    order('speak', 'oops its for grandma not grandpa', {
      text: /^["“]?happy birthday,? grandma[.!]?["”]?$/i,
      voice: 'af_bella',
      speed: 1.3,
    }),
  ],
  // A shopkeeper whose English is learned.
  [
    order(
      'speak',
      'I need audio for my shop: "Welcome, please come in and look around." With the quick voice.',
      {
        text: /^["“]?Welcome, please come in and look around\.?["”]?$/i,
        voice: 'fast',
      },
    ),
    order('speak', 'Better the voice of Michael', {
      text: /^["“]?Welcome, please come in and look around\.?["”]?$/i,
      voice: 'am_michael',
    }),
    is('live/prices', 'How much it costs?', { app: 'speak' }),
    is(['apps/speak', 'live/app-needs'], 'Can it speak also Polish?', { app: 'speak' }),
  ],
  [
    order('speak', "make an audio that says I'll be home late, don't wait up", {
      text: /^["“]?I.ll be home late, don.t wait up\.?["”]?$/i,
    }),
    order(
      'speak',
      'use heart, and keep it private',
      {
        text: /^["“]?I.ll be home late, don.t wait up\.?["”]?$/i,
        voice: heart,
      },
      { visibility: 'private' },
    ),
  ],
  // A father at bedtime.
  [
    order('story-teller', 'tell my kids a story that starts with: The snail wanted to fly', {
      prompt: /^["“]?The snail wanted to fly[.…"”]*$/i,
    }),
    order('story-teller', 'keep it short, 80 tokens', {
      prompt: /^["“]?The snail wanted to fly[.…"”]*$/i,
      length: 80,
    }),
    order('story-teller', 'temperature 1.1', {
      prompt: /^["“]?The snail wanted to fly[.…"”]*$/i,
      length: 80,
      temperature: 1.1,
    }),
    order('story-teller', 'they want more. 150 tokens', {
      prompt: /^["“]?The snail wanted to fly[.…"”]*$/i,
      length: 150,
      temperature: 1.1,
    }),
    order('story-teller', 'and the temperature back to the default', {
      prompt: /^["“]?The snail wanted to fly[.…"”]*$/i,
      length: 150,
      temperature: usual,
    }),
  ],
  [
    order('story-teller', 'little story about a brave hedgehog called Otto, seed 7', {
      prompt: /^(?!.*seed)(?=.*hedgehog).*Otto/i,
      seed: 7,
    }),
    order('story-teller', 'seed 8', { prompt: /^(?!.*seed)(?=.*hedgehog).*Otto/i, seed: 8 }),
    order('story-teller', 'make him a badger instead of a hedgehog', {
      prompt: /^(?!.*(seed|hedgehog))(?=.*badger).*Otto/i,
      seed: 8,
    }),
    order(
      'story-teller',
      'everyone may see this one',
      {
        prompt: /^(?!.*(seed|hedgehog|everyone))(?=.*badger).*Otto/i,
        seed: 8,
      },
      { visibility: 'public' },
    ),
  ],
  [
    order('transcribe', 'type up what i say in a voice memo, the quick model is ok', { model: 'tiny' }),
    order('transcribe', 'use the careful one after all', { model: careful }),
    is(['files/what-you-can-upload', 'apps/transcribe', 'live/app-needs'], 'its an mp3, does that work'),
  ],
  [
    order('transcribe', 'I need subtitles for a recording of a short talk', { model: careful }),
    is('live/prices', 'How much would it be for 4 minutes?', { app: 'transcribe' }),
    order('transcribe', 'Take the quick model', { model: 'tiny' }),
    is(['apps/transcribe', 'live/app-needs'], 'My other recording is half an hour, is that too long?', {
      app: 'transcribe',
    }),
  ],
  // One after the other.
  [
    order('cut-out', 'cut out my cat', { subject: anObject, background: nothingBehind }),
    order('vectorise', 'i also need my logo vectorised, with polygons', {
      colors: inColour,
      mode: 'polygon',
    }),
    order('vectorise', 'detail 2', { colors: inColour, mode: 'polygon', detail: 2 }),
    is(['live/my-credits', 'live/affordable'], 'have i got enough credits left'),
  ],
]
