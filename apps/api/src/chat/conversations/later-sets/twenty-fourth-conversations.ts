import type { AskedConversation } from '../asked-question.ts'
import { is, order } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const nothingBehind = /^(transparent)?$/
const inColour = /^(color)?$/
const curves = /^(spline)?$/
const careful = /^(base)?$/
const half = /^(0\.5)?$/

/**
 * Orders and changes of a card.
 * Written by somebody who had read the help, the fields of the apps and the twenty-third set, but not the rules.
 */
export const twentyFourthConversations: AskedConversation[] = [
  // A teenager.
  [
    order('imagine', 'draw me a skateboarding frog under neon lights', {
      prompt: /skateboarding frog under neon lights/i,
    }),
    order('imagine', 'lol a toad instead of the frog', {
      prompt: /^(?!.*frog)(?=.*skateboarding).*toad/i,
    }),
    order('imagine', '40 steps n no hands in it', {
      prompt: /^(?!.*(frog|steps|hands)).*toad/i,
      steps: 40,
      negative: /hands/i,
    }),
    order('imagine', 'nah put the steps back to normal', {
      prompt: /^(?!.*(frog|steps|hands)).*toad/i,
      steps: /^(25)?$/,
      negative: /hands/i,
    }),
    is('live/prices', 'how much', { app: 'imagine' }),
  ],
  [
    order('cut-out', 'cut me out of my selfie, use the portrait one', {
      subject: 'portrait',
      background: nothingBehind,
    }),
    order('cut-out', 'hot pink behind me, #ff69b4', {
      subject: 'portrait',
      background: 'color',
      color: '#ff69b4',
    }),
    order('cut-out', 'eh try #00ffcc', { subject: 'portrait', background: 'color', color: '#00ffcc' }),
    order('cut-out', 'no the pink was better', {
      subject: 'portrait',
      background: 'color',
      color: '#ff69b4',
    }),
    is(
      ['live/who-sees', 'feed/public-or-private', 'feed/what-others-see-of-a-private-job'],
      'wait can ppl see my face then',
    ),
  ],
  [
    order('story-teller', 'story about a zombie hamster, 100 tokens', {
      prompt: /^(?!.*tokens).*zombie hamster/i,
      length: 100,
    }),
    order('story-teller', '50 more', { prompt: /zombie hamster/i, length: 150 }),
    order('story-teller', 'make it crazier, temprature 1.2', {
      prompt: /zombie hamster/i,
      length: 150,
      temperature: 1.2,
    }),
    order('story-teller', 'n seed 99', {
      prompt: /zombie hamster/i,
      length: 150,
      temperature: 1.2,
      seed: 99,
    }),
  ],
  // A lawyer.
  [
    order('read-text', 'Please extract the text of a scanned contract; it is one block of text.', {
      layout: 'block',
    }),
    is('live/prices', 'The scan measures 2480 by 3508 pixels. What is the charge?', {
      app: 'read-text',
      facts: { width: 2480, height: 3508 },
    }),
    order(
      'read-text',
      'Nobody but myself may see the outcome.',
      { layout: 'block' },
      { visibility: 'private' },
    ),
    order('read-text', 'Let the layout be detected instead.', { layout: /^(auto)?$/ }),
  ],
  [
    order('transcribe', 'I wish to have a deposition transcribed, with the careful model.', {
      model: careful,
    }),
    is('live/prices', 'It lasts nine minutes and thirty seconds. What is the cost?', {
      app: 'transcribe',
      facts: { seconds: 570 },
    }),
    is('live/prices', 'And for one of eight minutes?', { app: 'transcribe', facts: { seconds: 480 } }),
    is('apps/transcribe', 'Does it tell the witness from the counsel?', { app: 'transcribe' }),
    order('transcribe', 'Then rather the quick one.', { model: 'tiny' }),
  ],
  [
    order('speak', 'Read out: "The defendant shall pay the costs"', {
      text: 'The defendant shall pay the costs',
    }),
    order('speak', 'In a British male voice.', {
      text: 'The defendant shall pay the costs',
      voice: 'bm_george',
    }),
    order('speak', 'On reflection, an American gentleman.', {
      text: 'The defendant shall pay the costs',
      voice: /^(am_michael|fast)$/,
    }),
    order('speak', 'Michael, to be precise, and at a speed of 0.85', {
      text: 'The defendant shall pay the costs',
      voice: 'am_michael',
      speed: 0.85,
    }),
  ],
  // Someone who learns English.
  [
    order('vectorise', 'please make vector from logo of my shop, only black and white', {
      colors: 'binary',
    }),
    order('vectorise', 'sorry, i want with colour', { colors: inColour }),
    order('vectorise', 'detail put 3', { colors: inColour, detail: 3 }),
    order('vectorise', 'is too little, put two more', { colors: inColour, detail: 5 }),
    order('vectorise', 'and specks ignore until 12', { colors: inColour, detail: 5, speckle: 12 }),
  ],
  [
    order('expand-photo', 'i want make photo more wide, 120 pixel left side and 60 pixel right side', {
      left: 120,
      right: 60,
      top: none,
      bottom: none,
    }),
    order('expand-photo', 'change places left and right', { left: 60, right: 120, top: none, bottom: none }),
    order('expand-photo', 'on top also 200', { left: 60, right: 120, top: 200, bottom: none }),
    order('expand-photo', 'no, on top nothing', { left: 60, right: 120, top: none, bottom: none }),
    is('live/prices', 'photo is 1920x1080, how much it cost', {
      app: 'expand-photo',
      facts: { width: 1920, height: 1080 },
    }),
  ],
  [
    order('upscale', 'my photo is very small, i need upscale it', {}),
    is('live/prices', '640x480, how much credit it take', {
      app: 'upscale',
      facts: { width: 640, height: 480 },
    }),
    order('upscale', 'take for it my last result', {}, { usesLastResult: true }),
  ],
  // A musician.
  [
    order('transcribe', 'type up the lyrics i sing on my demo recording', { model: careful }),
    is('apps/transcribe', 'will the guitar behind my voice confuse it?', { app: 'transcribe' }),
    is('live/prices', 'take is 3 min 20 s, what do i pay', { app: 'transcribe', facts: { seconds: 200 } }),
    is(['files/what-you-can-upload', 'apps/transcribe'], 'its a flac, ok?'),
  ],
  [
    order('speak', 'speak "one two three four" with the emma voice, speed 1.25', {
      text: 'one two three four',
      voice: 'bf_emma',
      speed: 1.25,
    }),
    order('speak', 'way slower, 0.6', { text: 'one two three four', voice: 'bf_emma', speed: 0.6 }),
    order('speak', 'the other british voice pls', {
      text: 'one two three four',
      voice: 'bm_george',
      speed: 0.6,
    }),
    order('speak', 'text should be "five six seven eight"', {
      text: 'five six seven eight',
      voice: 'bm_george',
      speed: 0.6,
    }),
    order('speak', 'forget the slow thing, normal speed', {
      text: 'five six seven eight',
      voice: 'bm_george',
      speed: /^1?$/,
    }),
  ],
  [
    order('imagine', 'album cover of a cello burning underwater, oil painting, 768x512', {
      prompt: /^(?!.*768).*cello burning underwater/i,
      size: '768x512',
    }),
    order('imagine', 'make it a square', {
      prompt: /^(?!.*square).*cello burning underwater/i,
      size: /^(512x512|1024x1024)?$/,
    }),
    order('imagine', 'the 512 one', { prompt: /cello burning underwater/i, size: '512x512' }),
    order('imagine', 'guidance 12, and avoid letters', {
      prompt: /^(?!.*(guidance|letters)).*cello burning underwater/i,
      size: '512x512',
      guidance: 12,
      negative: /letters/i,
    }),
    order('imagine', 'a double bass rather than the cello', {
      prompt: /^(?!.*cello).*double bass burning underwater/i,
      size: '512x512',
      guidance: 12,
      negative: /letters/i,
    }),
  ],
  // A grandmother.
  [
    order('erase-fill', 'Hello dear, please remove the lamp post from my holiday photograph', {}),
    is('apps/erase-fill', 'How do I show it what is to go?', { app: 'erase-fill' }),
    is('live/prices', 'My grandson says it is 3264 by 2448. How many credits?', {
      app: 'erase-fill',
      facts: { width: 3264, height: 2448 },
    }),
    order('erase-fill', 'I would like nobody else to see it', {}, { visibility: 'private' }),
  ],
  [
    order('speak', 'Please read aloud "Happy birthday my little Oskar"', {
      text: 'Happy birthday my little Oskar',
    }),
    order('speak', 'by a nice lady, the one they call Bella', {
      text: 'Happy birthday my little Oskar',
      voice: 'af_bella',
    }),
    order('speak', 'slower for my old ears, 0.8', {
      text: 'Happy birthday my little Oskar',
      voice: 'af_bella',
      speed: 0.8,
    }),
    order('speak', 'Oh dear, make that Lena instead of Oskar', {
      text: 'Happy birthday my little Lena',
      voice: 'af_bella',
      speed: 0.8,
    }),
  ],
  [
    order('story-teller', 'A bedtime story that starts with "The old clock in the kitchen"', {
      prompt: 'The old clock in the kitchen',
    }),
    order('story-teller', 'just a short one, length 60', {
      prompt: 'The old clock in the kitchen',
      length: 60,
    }),
    order('story-teller', 'a little longer, 90', { prompt: 'The old clock in the kitchen', length: 90 }),
    order('story-teller', 'No, sixty was right', { prompt: 'The old clock in the kitchen', length: 60 }),
  ],
  // A developer.
  [
    order('find-objects', 'find objects in a screenshot, min confidence=0.25', { score: 0.25 }),
    order('find-objects', 'add 0.25', { score: half }),
    order('find-objects', '0.95', { score: 0.95 }),
    order('find-objects', 'use my last output as the image', { score: 0.95 }, { usesLastResult: true }),
    is('live/prices', '4k frame, 3840x2160, price?', {
      app: 'find-objects',
      facts: { width: 3840, height: 2160 },
    }),
  ],
  [
    order('imagine', 'imagine "isometric data center at dusk", size=832x1216 steps=30 seed=42 guidance=5.5', {
      prompt: 'isometric data center at dusk',
      size: '832x1216',
      steps: 30,
      seed: 42,
      guidance: 5.5,
    }),
    order('imagine', 'i need it in landscape orientation', {
      prompt: 'isometric data center at dusk',
      size: /^(768x512|1216x832)$/,
      steps: 30,
      seed: 42,
      guidance: 5.5,
    }),
    order('imagine', 'undo that', {
      prompt: 'isometric data center at dusk',
      size: '832x1216',
      steps: 30,
      seed: 42,
      guidance: 5.5,
    }),
    order('imagine', 'ten fewer steps', {
      prompt: 'isometric data center at dusk',
      size: '832x1216',
      steps: 20,
      seed: 42,
      guidance: 5.5,
    }),
    order('imagine', 'seed 43, rest unchanged', {
      prompt: 'isometric data center at dusk',
      size: '832x1216',
      steps: 20,
      seed: 43,
      guidance: 5.5,
    }),
  ],
  [
    order('vectorise', 'vectorise my icon, polygons, speckle 0', { mode: 'polygon', speckle: 0 }),
    order('vectorise', 'shapes back to curves', { mode: curves, speckle: 0 }),
    order('vectorise', 'speckle 16 and binary', { mode: curves, speckle: 16, colors: 'binary' }),
    order('vectorise', 'halve the speckle', { mode: curves, speckle: 8, colors: 'binary' }),
  ],
  // An operator who tries the network.
  [
    order('story-teller', 'story teller with the smallest length there is', {
      prompt: /^(Once upon a time, a little fox)?$/,
      length: 16,
    }),
    order('story-teller', 'now the maximum length', {
      prompt: /^(Once upon a time, a little fox)?$/,
      length: 256,
    }),
    is('live/prices', 'cost of that', { app: 'story-teller' }),
  ],
  // Somebody who sells on the internet.
  [
    order(
      'cut-out',
      'cut out the vase in my last result and put #ffff00 behind it',
      { subject: anObject, background: 'color', color: '#ffff00' },
      { usesLastResult: true },
    ),
    order('cut-out', 'blue instead', { subject: anObject, background: 'color', color: '#0000ff' }),
    order('cut-out', 'no the other photo, ill drop it in myself', {
      subject: anObject,
      background: 'color',
      color: '#0000ff',
    }),
    order('cut-out', 'and no backround at all', { subject: anObject, background: nothingBehind }),
  ],
  [
    order('upscale', 'upscale my thumbnail, everyone may see the result', {}, { visibility: 'public' }),
    order('upscale', 'hm no just me', {}, { visibility: 'private' }),
    is('apps/upscale', 'how large may the thing i send be', {
      app: 'upscale',
    }),
  ],
  [
    order('expand-photo', 'expand my photo by 256 at the bottom, the other sides 0', {
      left: 0,
      right: 0,
      top: none,
      bottom: 256,
    }),
    order('expand-photo', 'same at top', { left: 0, right: 0, top: 256, bottom: 256 }),
    order('expand-photo', 'a quarter of that for both', { left: 0, right: 0, top: 64, bottom: 64 }),
  ],
]
