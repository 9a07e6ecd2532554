import type { AskedConversation } from '../asked-question.ts'
import { declined, having, is, order, saying } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const normalPace = /^1?$/
const careful = /^(base)?$/
const ownBeginning = /^(Once upon a time, a little fox)?$/i
// Where the words leave a choice, any of these is right.
const aMan = /^(am_michael|bm_george|fast)$/
const slower = /^0\.[5-9]\d?$/
const toLandlord = having(['broken heating', 'landlord'], ['instructions', 'tokens', 'temperature'])

/** Orders of words and sounds, and changes of their cards. */
export const twentySixthMore: AskedConversation[] = [
  // A grandmother.
  [
    order('speak', 'Read this aloud: Dinner is at seven, bring your own chair.', {
      text: saying('Dinner is at seven, bring your own chair'),
    }),
    order('speak', 'Could a man say it?', {
      text: saying('Dinner is at seven, bring your own chair'),
      voice: aMan,
    }),
    order('speak', 'The British man would be nicest', {
      text: saying('Dinner is at seven, bring your own chair'),
      voice: 'bm_george',
    }),
    order('speak', 'Make it eight instead of seven', {
      text: saying('Dinner is at eight, bring your own chair'),
      voice: 'bm_george',
    }),
  ],
  [
    order('speak', 'say "im running ten minutes late"', { text: saying('im running ten minutes late') }),
    order('speak', 'quick voice', { text: saying('im running ten minutes late'), voice: 'fast' }),
    order('speak', 'twenty not ten', { text: saying('im running twenty minutes late'), voice: 'fast' }),
  ],
  // A developer.
  [
    order('speak', 'speak "Build 4711 finished without errors", voice michael, speed 1.25', {
      text: saying('Build 4711 finished without errors'),
      voice: 'am_michael',
      speed: 1.25,
    }),
    order('speak', 'normal speed', {
      text: saying('Build 4711 finished without errors'),
      voice: 'am_michael',
      speed: normalPace,
    }),
  ],
  // English is their second language.
  [
    order('speak', 'please speak for me: Good morning, I would like one coffee with milk', {
      text: saying('Good morning, I would like one coffee with milk'),
    }),
    order('speak', 'more slow please', {
      text: saying('Good morning, I would like one coffee with milk'),
      speed: slower,
    }),
    order('speak', 'tea instead of coffee', {
      text: saying('Good morning, I would like one tea with milk'),
      speed: slower,
    }),
    order('speak', 'and woman from England must say it', {
      text: saying('Good morning, I would like one tea with milk'),
      voice: 'bf_emma',
      speed: slower,
    }),
  ],
  [
    is(['apps/speak', 'do/order'], 'Can you read a text out to me?', { app: 'speak' }),
    order('speak', 'Here it is: "The train leaves from platform nine."', {
      text: saying('The train leaves from platform nine'),
    }),
    is('live/prices', 'And what would 1500 characters cost?', { app: 'speak', facts: { characters: 1500 } }),
  ],
  [
    is('live/prices', 'What does Speak cost?', { app: 'speak' }),
    order('speak', 'ok then say: Happy retirement, Bob!', { text: saying('Happy retirement, Bob') }),
    order('speak', 'Rob, not Bob', { text: saying('Happy retirement, Rob') }),
    order('speak', 'keep it private', { text: saying('Happy retirement, Rob') }, { visibility: 'private' }),
  ],
  // A journalist.
  [
    order('transcribe', 'I recorded a meeting, can you type it up?', {}),
    order('transcribe', 'Quick will do, they are only notes', { model: 'tiny' }),
    order('transcribe', 'Oh wait, it matters: the careful one', { model: careful }),
    is('live/prices', 'It is 8 minutes long, what do I pay?', { app: 'transcribe', facts: { seconds: 480 } }),
  ],
  [
    order('transcribe', 'subtitels for my interveiw pls, quick model', { model: 'tiny' }),
    order('transcribe', 'just for me', { model: 'tiny' }, { visibility: 'private' }),
  ],
  [
    order('story-teller', 'Tell a bedtime story about a turtle who is afraid of water', {
      prompt: having(['turtle', 'afraid of (the )?water']),
    }),
    order('story-teller', 'make it about a duck instead', {
      prompt: having(['duck'], ['turtle', 'instead']),
    }),
    order('story-teller', 'length 120, temperature 1.1, seed 9', {
      prompt: having(['duck'], ['turtle', 'temperature', 'seed', '120']),
      length: 120,
      temperature: 1.1,
      seed: 9,
    }),
  ],
  [
    order('story-teller', 'start a story with "The moon had lost its shoes"', {
      prompt: saying('The moon had lost its shoes'),
    }),
    order('story-teller', '256 tokens and temperature 0.4, it rambles otherwise', {
      prompt: saying('The moon had lost its shoes'),
      length: 256,
      temperature: 0.4,
    }),
  ],
  [
    order('story-teller', 'just tell me any story', { prompt: ownBeginning }),
    order('story-teller', '60 tokens is enough', { prompt: ownBeginning, length: 60 }),
  ],
  [
    order('write', 'Write an e-mail to my landlord about the broken heating', { prompt: toLandlord }),
    order('write', 'Instructions: no more than five sentences', {
      prompt: toLandlord,
      instructions: saying('no more than five sentences'),
    }),
    order('write', 'length 300 and temperature 0.3 please', {
      prompt: toLandlord,
      instructions: saying('no more than five sentences'),
      length: 300,
      temperature: 0.3,
    }),
    is(
      [
        'trust/who-reads-my-input',
        'feed/what-others-see-of-a-private-job',
        'feed/public-or-private',
        'live/who-sees',
      ],
      'Who can read what I put in there?',
    ),
  ],
  [
    order('write', 'write me a haiku about rain', { prompt: having(['haiku', 'rain']) }),
    order('write', 'about snow instead', { prompt: having(['haiku', 'snow'], ['rain', 'instead']) }),
    ...declined('who won the football yesterday'),
    order('write', 'seed 5', { prompt: having(['haiku', 'snow'], ['rain', 'seed', 'football']), seed: 5 }),
  ],
  [
    order('read-text', 'whats written on this sign, its just one line', { layout: 'line' }),
    order('read-text', 'from my last picture', { layout: 'line' }, { usesLastResult: true }),
    is(['apps/read-text', 'live/app-needs'], 'its in german is that bad', { app: 'read-text' }),
  ],
  [
    order('read-text', 'I have a scan of a page from a book, one block, get me the words', {
      layout: 'block',
    }),
    is('live/prices', 'What does a 2000 x 3000 scan cost?', {
      app: 'read-text',
      facts: { width: 2000, height: 3000 },
    }),
  ],
  [
    is('live/prices', 'how much is a story of 100 tokens', { app: 'story-teller' }),
    order('story-teller', 'then do one, it starts with "A goat stood on the roof"', {
      prompt: saying('A goat stood on the roof'),
      length: /^(100)?$/,
    }),
    is(['live/never-mind', 'do/cancel'], 'no cancel it, i changed my mind'),
  ],
]
