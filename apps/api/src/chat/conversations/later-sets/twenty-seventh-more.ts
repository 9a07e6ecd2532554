import type { AskedConversation } from '../asked-question.ts'
import { declined, having, is, order, saying } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const normalPace = /^1?$/
const careful = /^(base)?$/
const found = /^(auto)?$/
const anAmericanWoman = /^(af_heart|af_bella)?$/
// Where the words leave a choice, any of these is right.
const slower = /^0\.[5-9]\d?$/
const faster = /^(1\.\d+|2)$/
const textsOfOthers = ['product/what-i-cannot-do', 'apps/write', 'do/order']
const whoReads = [
  'trust/who-reads-my-input',
  'feed/what-others-see-of-a-private-job',
  'feed/public-or-private',
  'live/who-sees',
]

/** Orders of words and sounds, and changes of their cards. */
export const twentySeventhMore: AskedConversation[] = [
  // A grandfather.
  [
    order('speak', 'Please say this for my grandson: Happy birthday, little man, be good.', {
      text: saying('Happy birthday, little man, be good'),
    }),
    order('speak', "A British lady's voice would be lovely.", {
      text: saying('Happy birthday, little man, be good'),
      voice: 'bf_emma',
    }),
    order('speak', 'A bit slower, he is only four.', {
      text: saying('Happy birthday, little man, be good'),
      voice: 'bf_emma',
      speed: slower,
    }),
    order('speak', 'big man instead of little man', {
      text: saying('Happy birthday, big man, be good'),
      voice: 'bf_emma',
      speed: slower,
    }),
  ],
  // A child.
  [
    order('speak', 'say i like trains', { text: saying('i like trains') }),
    order('speak', 'faster!!', { text: saying('i like trains'), speed: faster }),
    order('speak', 'bella should say it', {
      text: saying('i like trains'),
      speed: faster,
      voice: 'af_bella',
    }),
    order('speak', 'buses not trains', { text: saying('i like buses'), speed: faster, voice: 'af_bella' }),
  ],
  // An engineer.
  [
    order('speak', 'tts "Deployment aborted, see the log", voice george, speed 0.9', {
      text: saying('Deployment aborted, see the log'),
      voice: 'bm_george',
      speed: 0.9,
    }),
    order('speak', 'michael, speed 1.4', {
      text: saying('Deployment aborted, see the log'),
      voice: 'am_michael',
      speed: 1.4,
    }),
    is('live/prices', 'what would 900 chars cost', { app: 'speak', facts: { characters: 900 } }),
    order('speak', 'ok, pace back to normal', {
      text: saying('Deployment aborted, see the log'),
      voice: 'am_michael',
      speed: normalPace,
    }),
  ],
  // English is their second language.
  [
    order('speak', 'i need voice who read this: Welcome in our hotel, breakfast is from seven', {
      text: saying('Welcome in our hotel, breakfast is from seven'),
    }),
    order('speak', 'american woman is good', {
      text: saying('Welcome in our hotel, breakfast is from seven'),
      voice: anAmericanWoman,
    }),
    order('speak', 'from six, not seven', {
      text: saying('Welcome in our hotel, breakfast is from six'),
      voice: anAmericanWoman,
    }),
    order(
      'speak',
      'other people must not hear it, make private',
      { text: saying('Welcome in our hotel, breakfast is from six'), voice: anAmericanWoman },
      { visibility: 'private' },
    ),
  ],
  // Somebody rude.
  [
    order('speak', 'read this out, you toaster: the meeting is cancelled', {
      text: saying('the meeting is cancelled'),
    }),
    order('speak', 'use the quick voice ffs', { text: saying('the meeting is cancelled'), voice: 'fast' }),
    order('speak', 'postponed, not cancelled', {
      text: saying('the meeting is postponed'),
      voice: 'fast',
    }),
    ...declined('you really are the dumbest thing on earth'),
  ],
  [
    is('live/prices', 'how much for a voice reading 400 characters', {
      app: 'speak',
      facts: { characters: 400 },
    }),
    is('live/prices', 'and 2000?', { app: 'speak', facts: { characters: 2000 } }),
    order('speak', 'ok say this one: the eggs are in the fridge', {
      text: saying('the eggs are in the fridge'),
    }),
    order('speak', 'cellar instead of fridge', { text: saying('the eggs are in the cellar') }),
  ],
  [
    order(
      'speak',
      'speak "lunch is ready" with emma, speed 1.1, just for me',
      {
        text: saying('lunch is ready'),
        voice: 'bf_emma',
        speed: 1.1,
      },
      { visibility: 'private' },
    ),
    order('speak', 'dinner instead of lunch, and george', {
      text: saying('dinner is ready'),
      voice: 'bm_george',
      speed: 1.1,
    }),
    order('story-teller', 'hm no, rather a story that starts with "dinner was ready"', {
      prompt: saying('dinner was ready'),
    }),
  ],
  // A student.
  [
    order('transcribe', 'my prof talks way too much, ive a recording of it, write it down for me', {}),
    order('transcribe', 'quick model is ok', { model: 'tiny' }),
    order('transcribe', 'hm no i need it exact, careful', { model: careful }),
    is('live/prices', 'its 5 min long, price?', { app: 'transcribe', facts: { seconds: 300 } }),
  ],
  [
    order('transcribe', 'Please type out the voicemail from my doctor, with the quick model.', {
      model: 'tiny',
    }),
    is(['apps/transcribe', 'live/app-needs'], 'Does it tell apart who is speaking?', { app: 'transcribe' }),
    is(whoReads, 'And who else gets to hear that?'),
  ],
  [
    order('story-teller', 'story about a snail who wanted to fly', { prompt: having(['snail', '\\bfly']) }),
    order('story-teller', 'make it about a worm instead', {
      prompt: having(['worm'], ['snail', 'instead']),
    }),
    order('story-teller', 'shorter, 80 tokens', {
      prompt: having(['worm'], ['snail', 'tokens']),
      length: 80,
    }),
    order('story-teller', 'temperature 0.2', {
      prompt: having(['worm'], ['snail', 'tokens', 'temperature']),
      length: 80,
      temperature: 0.2,
    }),
    is('live/prices', 'and how much is that', { app: 'story-teller' }),
  ],
  // A child.
  [
    order('story-teller', 'tell me a storry about my brother Tim and a shark', {
      prompt: having(['tim', 'shark'], ['tell me']),
    }),
    order('story-teller', 'whale not shark', { prompt: having(['tim', 'whale'], ['shark', 'tell me']) }),
    order(
      'story-teller',
      'tim must not see it. nobody',
      { prompt: having(['tim', 'whale'], ['shark', 'nobody']) },
      { visibility: 'private' },
    ),
  ],
  [
    is('live/prices', 'whats the price of a story with 250 tokens', { app: 'story-teller' }),
    order('story-teller', 'ok but only 50 tokens, about a bee', {
      prompt: having(['\\bbee\\b'], ['tokens', '50']),
      length: 50,
    }),
    is('live/affordable', 'how many of those could i pay for', { app: 'story-teller' }),
  ],
  // What Infra doesn't write.
  [
    is(textsOfOthers, 'write a poem for my wife, its our anniversary'),
    order('story-teller', 'ok then a story about two old turtles in love', {
      prompt: having(['two old turtles', 'love'], ['ok then']),
    }),
    order('story-teller', 'length 180', { prompt: having(['two old turtles', 'love']), length: 180 }),
  ],
  [
    is(textsOfOthers, 'draft a mail to my boss saying im ill'),
    is(
      [
        'live/apps',
        'product/what-infra-the-persona-can-do',
        'product/what-i-cannot-do',
        'apps/story-teller',
        'apps/speak',
        'apps/read-text',
        'apps/transcribe',
        'apps/write',
      ],
      'what do you have that does something with words',
    ),
  ],
  [
    order('read-text', 'photo of a menu, words here and there, read them out of it', { layout: 'sparse' }),
    order('read-text', 'hm let it detect the layout', { layout: found }),
    is('live/prices', 'cost for 1600x1200?', { app: 'read-text', facts: { width: 1600, height: 1200 } }),
  ],
  [
    order('read-text', 'i need the letters off my last picture as text', {}, { usesLastResult: true }),
    order('read-text', 'its a single line', { layout: 'line' }),
    is(['apps/read-text', 'live/app-needs'], 'would it manage handwritting too', { app: 'read-text' }),
  ],
  // A lawyer.
  [
    order(
      'read-text',
      'Extract the words from a scanned contract. It is one block of text. Private.',
      { layout: 'block' },
      { visibility: 'private' },
    ),
    is(whoReads, 'Will a stranger be able to read that contract?'),
    is(['live/never-mind', 'do/cancel'], 'In that case, no, drop it.'),
  ],
]
