import type { AskedConversation } from '../asked-question.ts'
import { declined, having, is, order } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const aPerson = /^(portrait)?$/
const nothingBehind = /^(transparent)?$/
const white = /^(#ffffff)?$/
const inColour = /^(color)?$/
const usualGuidance = /^7?$/
// Any shade of it is right.
const green = /^#[0-6][0-9a-f][7-9a-f][0-9a-f][0-6][0-9a-f]$/

/**
 * Orders of pictures and drawings, and changes of their cards.
 * Written by somebody who had read the help and the fields of the apps, but not the rules, and of the sets before only the shape.
 */
export const twentySixthConversations: AskedConversation[] = [
  // A teenager on a phone.
  [
    order('imagine', 'yo make me a pic of a raccoon playing drums at a rave', {
      prompt: having(['raccoon', 'drums', 'rave'], ['\\byo\\b']),
    }),
    order('imagine', 'actually make it an otter', {
      prompt: having(['otter', 'drums', 'rave'], ['raccoon', 'actually']),
    }),
    order('imagine', 'size 832x1216', {
      prompt: having(['otter', 'drums', 'rave'], ['raccoon', '832']),
      size: '832x1216',
    }),
    is('live/prices', 'k how much', { app: 'imagine' }),
  ],
  // A retired operator.
  [
    order('imagine', 'Please draw a steam locomotive on a stone viaduct in autumn.', {
      prompt: having(['steam locomotive', 'stone viaduct', 'autumn'], ['please']),
    }),
    order('imagine', 'Could it be winter instead?', {
      prompt: having(['steam locomotive', 'stone viaduct', 'winter'], ['autumn', 'could']),
    }),
    order('imagine', 'And leave out any people.', {
      prompt: having(['steam locomotive', 'stone viaduct', 'winter'], ['autumn', 'people']),
      negative: /people/i,
    }),
    order('imagine', 'Forty steps, please.', {
      prompt: having(['steam locomotive', 'stone viaduct', 'winter'], ['people', 'steps']),
      negative: /people/i,
      steps: 40,
    }),
    is('live/app-wait', 'How long would I be waiting for that?', { app: 'imagine' }),
  ],
  // English is their second language.
  [
    order('imagine', 'I want picture of old fisherman with pipe, in style of Rembrandt', {
      prompt: having(['fisherman', 'pipe', 'rembrandt'], ['i want']),
    }),
    order('imagine', 'please 512x768 and seed 77', {
      prompt: having(['fisherman', 'pipe', 'rembrandt'], ['512', 'seed']),
      size: '512x768',
      seed: 77,
    }),
    order('imagine', 'a red hat instead of pipe', {
      prompt: having(['fisherman', 'red hat', 'rembrandt'], ['pipe']),
      size: '512x768',
      seed: 77,
    }),
  ],
  // A developer.
  [
    order('imagine', 'imagine: isometric server rack, blueprint style, 768x512, guidance 12, seed 31337', {
      prompt: having(['isometric server rack', 'blueprint'], ['768', 'guidance', 'seed']),
      size: '768x512',
      guidance: 12,
      seed: 31337,
    }),
    order('imagine', 'guidance back to the default', {
      prompt: having(['isometric server rack', 'blueprint'], ['guidance', 'default']),
      size: '768x512',
      guidance: usualGuidance,
      seed: 31337,
    }),
  ],
  // Somebody angry.
  [
    order('imagine', 'JUST DRAW ME A GOAT ON A MOUNTAIN', { prompt: having(['goat', 'mountain'], ['just']) }),
    order('imagine', 'WITHOUT ANY TEXT IN IT', {
      prompt: having(['goat', 'mountain'], ['text']),
      negative: /text/i,
    }),
    is(['live/never-mind', 'do/cancel'], 'ugh forget it'),
  ],
  [
    order('imagine', 'Paint a cottage by the sea, watercolour', {
      prompt: having(['cottage', '\\bsea', 'watercolou?r']),
    }),
    is(['live/who-serves', 'live/app-wait'], 'is any node running this right now?', { app: 'imagine' }),
    order('imagine', 'good. add a lighthouse in the background', {
      prompt: having(['cottage', '\\bsea', 'watercolou?r', 'lighthouse'], ['good']),
    }),
    ...declined('whats 12 times 12 btw'),
    order('imagine', 'ok and the size 1216 x 832', {
      prompt: having(['cottage', '\\bsea', 'watercolou?r', 'lighthouse'], ['1216', 'times']),
      size: '1216x832',
    }),
  ],
  [
    order('imagine', 'picture of a hedgehog drinking tea, cartoon', {
      prompt: having(['hedgehog', '\\btea', 'cartoon']),
    }),
    order('imagine', 'photorealistic instead of cartoon', {
      prompt: having(['hedgehog', '\\btea', 'photo-?realistic'], ['cartoon']),
    }),
    order('imagine', 'no, put it back how it was', {
      prompt: having(['hedgehog', '\\btea', 'cartoon'], ['photo']),
    }),
    order('imagine', 'coffee instead of tea', {
      prompt: having(['hedgehog', 'coffee', 'cartoon'], ['\\btea\\b', 'photo']),
    }),
  ],
  [
    order(
      'imagine',
      'draw a robot gardener, 512x512, only for me',
      { prompt: having(['robot gardener'], ['512', 'only', '\\bme\\b']), size: '512x512' },
      { visibility: 'private' },
    ),
    order(
      'imagine',
      'on second thought let everyone see it',
      { prompt: having(['robot gardener'], ['everyone']), size: '512x512' },
      { visibility: 'public' },
    ),
  ],
  [
    order('cut-out', 'can u cut out the guy in my pic', { subject: aPerson }),
    order('cut-out', 'n put green behind him', { subject: aPerson, background: 'color', color: green }),
    order('cut-out', 'nah make it #112233', { subject: aPerson, background: 'color', color: '#112233' }),
    order('cut-out', 'no wait, transparent', { subject: aPerson, background: nothingBehind }),
  ],
  // Somebody who sells bags.
  [
    order('cut-out', 'Remove the background behind my handbag, I need plain white for my shop', {
      subject: anObject,
      background: 'color',
      color: white,
    }),
    is('live/prices', 'The photo is 4000 by 3000 pixels, what will I pay?', {
      app: 'cut-out',
      facts: { width: 4000, height: 3000 },
    }),
    order(
      'cut-out',
      'Good. Take my last picture for it',
      { subject: anObject, background: 'color', color: white },
      { usesLastResult: true },
    ),
  ],
  [
    order('upscale', 'blow my last picture up to twice the size', {}, { usesLastResult: true }),
    order('upscale', 'and keep it private please', {}, { visibility: 'private' }),
  ],
  [
    order('upscale', 'my photo is tiny and blurry can u make it sharper and twice as big', {}),
    is(['live/app-needs', 'apps/upscale'], 'its 900 x 700, is that still ok', { app: 'upscale' }),
    is('live/prices', 'n what about a 600x400 one, price?', {
      app: 'upscale',
      facts: { width: 600, height: 400 },
    }),
  ],
  [
    order('expand-photo', 'expand my photo 200 px to the left', {
      left: 200,
      right: none,
      top: none,
      bottom: none,
    }),
    order('expand-photo', '100 on the right too', { left: 200, right: 100, top: none, bottom: none }),
    is('live/prices', 'so how many credits is that', { app: 'expand-photo' }),
  ],
  [
    order('expand-photo', 'I need more sky above my holiday picture, 300 pixels', {
      left: none,
      right: none,
      top: 300,
      bottom: none,
    }),
    order('expand-photo', 'Actually 350', { left: none, right: none, top: 350, bottom: none }),
  ],
  [
    order('expand-photo', 'make my picutre 128px larger on every side', {
      left: 128,
      right: 128,
      top: 128,
      bottom: 128,
    }),
    order('expand-photo', 'bottom 0', { left: 128, right: 128, top: 128, bottom: none }),
  ],
  [
    order('erase-fill', 'theres a lamppost behind my dad in a photo, can you get rid of it', {}),
    is(['apps/erase-fill', 'live/app-needs'], 'will it smear? its right next to his head', {
      app: 'erase-fill',
    }),
  ],
  [
    order('vectorise', 'Convert my company logo to SVG, black and white.', { colors: 'binary' }),
    order('vectorise', 'Polygons rather than curves', { colors: 'binary', mode: 'polygon' }),
    order('vectorise', 'Ignore all specks up to 10 pixels please', {
      colors: 'binary',
      mode: 'polygon',
      speckle: 10,
    }),
    order('vectorise', 'In colour after all, detail 8', {
      colors: inColour,
      mode: 'polygon',
      speckle: 10,
      detail: 8,
    }),
  ],
  [
    order('vectorise', 'vectorise my last pictrue, colour detail 3', { detail: 3 }, { usesLastResult: true }),
    order('vectorise', 'specks 0', { detail: 3, speckle: 0 }),
  ],
  [
    order('find-objects', 'how many sheep are in this photo of our field', {}),
    order('find-objects', 'only mark what youre at least 90% sure of', { score: 0.9 }),
    order('find-objects', 'hm go down to 0.35', { score: 0.35 }),
  ],
  [
    order(
      'find-objects',
      'Detect the cars in my last picture, minimum confidence 0.6',
      { score: 0.6 },
      { usesLastResult: true },
    ),
    order('find-objects', 'Everyone may see the result', { score: 0.6 }, { visibility: 'public' }),
  ],
  // Somebody who isn't sure what they want.
  [
    order('cut-out', 'cut out my dog', { subject: anObject }),
    order('vectorise', 'hm no, turn the picture into an svg instead', {}),
    order('cut-out', 'sorry, cut it out after all, with a white background', {
      subject: anObject,
      background: 'color',
      color: white,
    }),
  ],
]
