import type { AskedConversation } from '../asked-question.ts'
import { is, order } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const upright = /^(512x768|832x1216)$/
const wide = /^(768x512|1216x832)$/

/** Orders and changes of a card, by people who know nothing of the code. */
export const twentyThirdConversations: AskedConversation[] = [
  // A game developer.
  [
    order('imagine', 'imagine: pixel art treasure chest, 512x512, 20 steps, seed 7', {
      prompt: /^(?!.*(512|steps|seed)).*pixel art treasure chest/i,
      size: '512x512',
      steps: 20,
      seed: 7,
    }),
    order('imagine', 'portrait format instead', {
      prompt: /^(?!.*format).*pixel art treasure chest/i,
      size: upright,
      steps: 20,
      seed: 7,
    }),
    order('imagine', 'no text or watermarks in it', {
      prompt: /pixel art treasure chest/i,
      size: upright,
      steps: 20,
      seed: 7,
      negative: /text.*watermark/i,
    }),
    order('imagine', 'put the size back to what it was', {
      prompt: /pixel art treasure chest/i,
      size: '512x512',
      steps: 20,
      seed: 7,
      negative: /text.*watermark/i,
    }),
    is('live/prices', 'whats the damage?', { app: 'imagine' }),
  ],
  [
    order('vectorise', 'trace my game logo to svg, polygons, ignore specks up to 10', {
      mode: 'polygon',
      speckle: 10,
    }),
    order('vectorise', 'b/w pls', { colors: 'binary', mode: 'polygon', speckle: 10 }),
    order('vectorise', 'nah colour again, detail 8', {
      colors: /^(color)?$/,
      mode: 'polygon',
      speckle: 10,
      detail: 8,
    }),
    order('vectorise', 'specks only up to half of that', {
      colors: /^(color)?$/,
      mode: 'polygon',
      speckle: 5,
      detail: 8,
    }),
    is('live/prices', 'whats a 2048x2048 one', { app: 'vectorise', facts: { width: 2048, height: 2048 } }),
  ],
  [
    order(
      'cut-out',
      'take my last result and cut out the sword, background #1e90ff',
      { subject: anObject, background: 'color', color: '#1e90ff' },
      { usesLastResult: true },
    ),
    order('cut-out', 'black background rather', {
      subject: anObject,
      background: 'color',
      color: '#000000',
    }),
    order('cut-out', 'actualy see-through, no colour', {
      subject: anObject,
      background: /^(transparent)?$/,
    }),
  ],
  [
    order('upscale', 'upscale my little 64x64 icon', {}),
    is('apps/upscale', 'whats the biggest pic it takes', { app: 'upscale' }),
    is('live/prices', 'so 700x700 would be', { app: 'upscale', facts: { width: 700, height: 700 } }),
  ],
  // A wedding planner.
  [
    order('expand-photo', 'Please extend my venue photo by 300 pixels on the left and on the right', {
      left: 300,
      right: 300,
      top: none,
      bottom: none,
    }),
    order('expand-photo', 'Hmm, half of that', { left: 150, right: 150, top: none, bottom: none }),
    order('expand-photo', 'and 80 at the bottom please', { left: 150, right: 150, top: none, bottom: 80 }),
    order('expand-photo', 'Same but for my other photo', { left: 150, right: 150, top: none, bottom: 80 }),
    is('live/prices', 'That one is 3000 x 2000, what will I pay?', {
      app: 'expand-photo',
      facts: { width: 3000, height: 2000 },
    }),
  ],
  [
    order('expand-photo', 'widen the picture of the chapel, 100 px left and 400 px right', {
      left: 100,
      right: 400,
      top: none,
      bottom: none,
    }),
    order('expand-photo', 'oops swap the two', { left: 400, right: 100, top: none, bottom: none }),
    order('expand-photo', 'only on the left', { left: 400, right: 0, top: none, bottom: none }),
    order('expand-photo', 'no, back to how it was', { left: 400, right: 100, top: none, bottom: none }),
  ],
  [
    order('speak', 'Read this out: "Ladies and gentlemen, dinner is served"', {
      text: 'Ladies and gentlemen, dinner is served',
    }),
    order('speak', 'by a British lady please', {
      text: 'Ladies and gentlemen, dinner is served',
      voice: 'bf_emma',
    }),
    order('speak', 'a touch slower, 0.9', {
      text: 'Ladies and gentlemen, dinner is served',
      voice: 'bf_emma',
      speed: 0.9,
    }),
    order('speak', 'change the text to "The cake is coming"', {
      text: 'The cake is coming',
      voice: 'bf_emma',
      speed: 0.9,
    }),
    order('speak', 'Normal pace again', { text: 'The cake is coming', voice: 'bf_emma', speed: /^1?$/ }),
  ],
  [
    order('erase-fill', 'I need to remove a stranger from my bridal photo', {}),
    is('live/prices', 'what is that for 4000 by 3000?', {
      app: 'erase-fill',
      facts: { width: 4000, height: 3000 },
    }),
    is('apps/erase-fill', 'Will it look odd where he stood?', { app: 'erase-fill' }),
    order('erase-fill', 'Okay, but nobody except me may see it', {}, { visibility: 'private' }),
  ],
  // A truck driver from Brazil.
  [
    order('transcribe', 'i want transcribe one audio, with the quick model', { model: 'tiny' }),
    is('live/prices', 'how much cost 3 minute?', { app: 'transcribe', facts: { seconds: 180 } }),
    order('transcribe', 'better the careful one', { model: /^(base)?$/ }),
    is(['apps/transcribe', 'files/what-you-can-upload'], 'my whatsapp record is ogg, it accept?'),
  ],
  [
    order('read-text', 'read the text of photo of my fuel receipt, is one block of text', {
      layout: 'block',
    }),
    order('read-text', 'no no, is words here and there', { layout: 'sparse' }),
    is('live/prices', 'photo is 1080x1920, price?', {
      app: 'read-text',
      facts: { width: 1080, height: 1920 },
    }),
  ],
  [
    order('find-objects', 'find objects in photo of my truck parking, confidence minimum 0.4', {
      score: 0.4,
    }),
    order('find-objects', 'less, 0.25', { score: 0.25 }),
    order('find-objects', 'put the double', { score: 0.5 }),
  ],
  // A mathematician.
  [
    order(
      'story-teller',
      'A story that begins with "Seven primes went for a walk", length 64, temperature 0.5, seed 1729.',
      { prompt: 'Seven primes went for a walk', length: 64, temperature: 0.5, seed: 1729 },
    ),
    order('story-teller', 'Double the length.', {
      prompt: 'Seven primes went for a walk',
      length: 128,
      temperature: 0.5,
      seed: 1729,
    }),
    order('story-teller', 'Let the seed be one greater.', {
      prompt: 'Seven primes went for a walk',
      length: 128,
      temperature: 0.5,
      seed: 1730,
    }),
    order('story-teller', 'Temperature zero.', {
      prompt: 'Seven primes went for a walk',
      length: 128,
      temperature: 0,
      seed: 1730,
    }),
    is('live/prices', 'State the price.', { app: 'story-teller' }),
  ],
  [
    order('imagine', 'Imagine a Klein bottle made of glass; guidance 9.5, 40 steps.', {
      prompt: /^(?!.*(guidance|steps)).*Klein bottle made of glass/i,
      guidance: 9.5,
      steps: 40,
    }),
    order('imagine', 'Reduce the number of steps by a quarter.', {
      prompt: /Klein bottle made of glass/i,
      guidance: 9.5,
      steps: 30,
    }),
    order('imagine', 'Landscape format.', {
      prompt: /^(?!.*landscape).*Klein bottle made of glass/i,
      guidance: 9.5,
      steps: 30,
      size: wide,
    }),
  ],
  // A blind person, dictating to a screen reader.
  [
    order('speak', 'read this aloud my dear friends thank you for coming tonight', {
      text: /^my dear friends,? thank you for coming tonight\.?$/i,
    }),
    order('speak', 'with the british man and a speed of one point five', {
      text: /^my dear friends,? thank you for coming tonight\.?$/i,
      voice: 'bm_george',
      speed: 1.5,
    }),
    order('speak', 'no the american woman called bella', {
      text: /^my dear friends,? thank you for coming tonight\.?$/i,
      voice: 'af_bella',
      speed: 1.5,
    }),
  ],
  [
    is(['apps/find-objects', 'do/order'], 'i have a photo and i want to know what things are in it', {
      app: 'find-objects',
    }),
    order('find-objects', 'use the last thing i made as the picture', {}, { usesLastResult: true }),
    order('find-objects', 'and set the confidence to zero point seven', { score: 0.7 }),
    is('live/prices', 'what would it cost if the picture is one thousand by one thousand pixels', {
      app: 'find-objects',
      facts: { width: 1000, height: 1000 },
    }),
  ],
  // A school teacher.
  [
    order('story-teller', 'Tell my class a story about a turtle who learns to share, 180 tokens', {
      prompt: /^(?!.*(class|tokens)).*turtle.*share/i,
      length: 180,
    }),
    order('story-teller', 'Could it be about a hedgehog instead?', {
      prompt: /^(?!.*turtle).*hedgehog/i,
      length: 180,
    }),
    order('story-teller', 'too long for them, half the length', { prompt: /hedgehog/i, length: 90 }),
    order(
      'story-teller',
      'Everyone is welcome to see it.',
      { prompt: /hedgehog/i, length: 90 },
      { visibility: 'public' },
    ),
  ],
  [
    order('vectorise', 'I would like our school crest as SVG, black and white', { colors: 'binary' }),
    order('vectorise', 'with corners only, no curves', { colors: 'binary', mode: 'polygon' }),
    order('vectorise', 'smooth curves look nicer after all', {
      colors: 'binary',
      mode: /^(spline)?$/,
    }),
  ],
  [
    order('read-text', 'Read the text on my worksheet scan, it is just one line', { layout: 'line' }),
    order('read-text', 'take my last result for it', { layout: 'line' }, { usesLastResult: true }),
  ],
]
