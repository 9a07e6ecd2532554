import type { AskedConversation } from '../asked-question.ts'
import { declined, having, is, order, sides } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const aPerson = /^(portrait)?$/
const nothingBehind = /^(transparent)?$/
const curves = /^(spline)?$/
const inColour = /^(color)?$/
// It doesn't apply to black and white.
const whateverDetail = /^[1-8]?$/
// Any shade of it is right.
const blue = /^#[0-8][0-9a-f][0-9a-e][0-9a-f][7-9a-f][0-9a-f]$/i
const red = /^#[9a-f][0-9a-f][0-5][0-9a-f][0-5][0-9a-f]$/i

/**
 * Orders of pictures and drawings, and changes of their cards.
 * Written by somebody who had read the help and the fields of the apps, but not the rules, and of the sets before only the shape.
 */
export const twentySeventhConversations: AskedConversation[] = [
  // A child.
  [
    order('imagine', 'can you draw me a dinosaur eating spagetti', {
      prompt: having(['dinosaur', 'eating', 'spag'], ['can you']),
    }),
    order('imagine', 'no a unicorn', { prompt: having(['unicorn', 'eating', 'spag'], ['dinosaur']) }),
    order('imagine', 'it has to be pink', { prompt: having(['unicorn', 'spag', 'pink'], ['dinosaur']) }),
    is(['live/prices', 'credits/what-credits-are'], 'does that cost my mum something?', { app: 'imagine' }),
  ],
  // An engineer.
  [
    order(
      'imagine',
      'generate an exploded view of a planetary gearbox, line art, steps=45 guidance=9.5 size=1216x832',
      {
        prompt: having(['exploded view', 'planetary gearbox', 'line art'], ['steps', 'guidance', '1216']),
        steps: 45,
        guidance: 9.5,
        size: '1216x832',
      },
    ),
    order('imagine', 'seed=2024, and drop the steps to 20', {
      prompt: having(['exploded view', 'planetary gearbox', 'line art'], ['steps', 'seed']),
      steps: 20,
      guidance: 9.5,
      size: '1216x832',
      seed: 2024,
    }),
    order('imagine', 'replace planetary with harmonic', {
      prompt: having(['exploded view', 'harmonic gearbox', 'line art'], ['planetary', 'replace']),
      steps: 20,
      guidance: 9.5,
      size: '1216x832',
      seed: 2024,
    }),
  ],
  // A widow.
  [
    order('imagine', "Dear Infra, would you kindly make a picture of my late husband's trawler in a storm", {
      prompt: having(['trawler', 'storm'], ['dear infra', 'kindly']),
    }),
    order('imagine', 'Perhaps in oil colours.', {
      prompt: having(['trawler', 'storm', '\\boil\\b'], ['perhaps']),
    }),
    order('imagine', 'Oh, a calm sea rather than a storm, please.', {
      prompt: having(['trawler', 'calm sea', '\\boil\\b'], ['storm', 'please']),
    }),
    order(
      'imagine',
      'Nobody but me should get to see it, thank you.',
      { prompt: having(['trawler', 'calm sea', '\\boil\\b'], ['storm', 'nobody', 'thank']) },
      { visibility: 'private' },
    ),
  ],
  // English is their second language.
  [
    order('imagine', 'pls make image girl on bicycle, night, city Tokyo, neon', {
      prompt: having(['girl', 'bicycle', 'night', 'tokyo', 'neon'], ['pls']),
    }),
    order('imagine', 'not bicycle, motorcycle', {
      prompt: having(['girl', 'motorcycle', 'night', 'tokyo', 'neon'], ['bicycle']),
    }),
    order('imagine', 'size must be 768 x 512', {
      prompt: having(['girl', 'motorcycle', 'tokyo', 'neon'], ['bicycle', '768']),
      size: '768x512',
    }),
    is('live/app-wait', 'how many minute i wait for this', { app: 'imagine' }),
  ],
  // Somebody in a hurry.
  [
    order('imagine', 'quick, a pic of a wolf howling at the moon', {
      prompt: having(['wolf', 'howling', 'moon'], ['quick']),
    }),
    order('imagine', 'no trees in it', {
      prompt: having(['wolf', 'howling', 'moon'], ['trees']),
      negative: /trees/i,
    }),
    order('imagine', '512x512 will do', {
      prompt: having(['wolf', 'howling', 'moon'], ['trees', '512']),
      negative: /trees/i,
      size: '512x512',
    }),
    is('live/prices', 'ok whats that gonna cost me', { app: 'imagine' }),
  ],
  [
    order('imagine', 'Paint an empty beach at dawn without umbrellas or boats', {
      prompt: having(['beach', 'dawn'], ['umbrella', 'boat']),
      negative: having(['umbrella', 'boat']),
    }),
    order('imagine', '60 steps', {
      prompt: having(['beach', 'dawn'], ['umbrella', 'boat', 'steps']),
      negative: having(['umbrella', 'boat']),
      steps: 60,
    }),
    order('imagine', 'add a sandcastle at the front', {
      prompt: having(['beach', 'dawn', 'sandcastle'], ['umbrella', 'boat', 'steps']),
      negative: having(['umbrella', 'boat']),
      steps: 60,
    }),
  ],
  // Somebody who has a bakery.
  [
    order('imagine', 'i want a drawing for my bakery, a croissant with wings', {
      prompt: having(['croissant', 'wings'], ['i want']),
    }),
    ...declined('how long do croissants have to stay in the oven anyway'),
    order('imagine', 'make the wings golden', { prompt: having(['croissant', 'golden', 'wings'], ['oven']) }),
    is(['live/who-serves', 'live/app-wait'], 'is there a machine up for it?', { app: 'imagine' }),
  ],
  [
    order('imagine', 'picture of a treehouse in fog', { prompt: having(['treehouse', 'fog']) }),
    order('imagine', 'scrap that, a submarine', { prompt: having(['submarine'], ['treehouse', 'scrap']) }),
    order('imagine', 'no, the treehouse was better', {
      prompt: having(['treehouse'], ['submarine', 'better']),
    }),
  ],
  [
    order(
      'imagine',
      'draw two penguins getting married, dont show it to anyone',
      { prompt: having(['two penguins', 'married'], ['show', 'anyone']) },
      { visibility: 'private' },
    ),
    order('imagine', 'three penguins', { prompt: having(['three penguins', 'married'], ['two', 'show']) }),
    order(
      'imagine',
      'fine, everybody may look',
      { prompt: having(['three penguins', 'married'], ['two', 'everybody']) },
      { visibility: 'public' },
    ),
  ],
  // All at once.
  [
    order(
      'imagine',
      'Draw a samurai cat; 512x768; avoid blood; 30 steps; guidance 8; seed 99; private',
      {
        prompt: having(['samurai cat'], ['512', 'blood', 'steps', 'guidance', 'seed', 'private']),
        size: '512x768',
        negative: /blood/i,
        steps: 30,
        guidance: 8,
        seed: 99,
      },
      { visibility: 'private' },
    ),
    order('imagine', 'same, but a frog rather than a cat', {
      prompt: having(['samurai', 'frog'], ['\\bcat\\b', 'same']),
      size: '512x768',
      negative: /blood/i,
      steps: 30,
      guidance: 8,
      seed: 99,
    }),
    order('imagine', 'seed 100', {
      prompt: having(['samurai', 'frog'], ['\\bcat\\b', 'seed']),
      size: '512x768',
      negative: /blood/i,
      steps: 30,
      guidance: 8,
      seed: 100,
    }),
  ],
  [
    order('cut-out', 'lift me out of this selfie', { subject: aPerson }),
    order('cut-out', 'behind me should be blue', { subject: aPerson, background: 'color', color: blue }),
    order('cut-out', 'red instead', { subject: aPerson, background: 'color', color: red }),
    order('cut-out', 'hmm #FFD700 precisely', {
      subject: aPerson,
      background: 'color',
      color: /^#ffd700$/i,
    }),
    order('cut-out', 'no, leave it see-through', { subject: aPerson, background: nothingBehind }),
  ],
  [
    order(
      'cut-out',
      'Take away the background from my last picture.',
      { subject: /^(object|portrait)?$/ },
      { usesLastResult: true },
    ),
    order('cut-out', 'My daughter is on it, so use Portrait.', { subject: 'portrait' }),
    order('cut-out', 'Object after all.', { subject: anObject }),
  ],
  [
    order('upscale', 'this thumbnail is way too small, double it', {}),
    order('upscale', 'use the last one i made', {}, { usesLastResult: true }),
    is(['apps/upscale', 'live/app-needs'], 'could it be four times as big', { app: 'upscale' }),
    is('live/prices', 'so 640 by 480 would be how much', {
      app: 'upscale',
      facts: { width: 640, height: 480 },
    }),
  ],
  [
    order(
      'upscale',
      'upscale my last image and let everybody see it',
      {},
      { usesLastResult: true, visibility: 'public' },
    ),
    order('upscale', 'nah, private', {}, { visibility: 'private' }),
  ],
  // An architect.
  [
    order('expand-photo', 'Widen my panorama, 256 left and 256 right.', sides(256, 256, none, none)),
    order('expand-photo', 'The top as well, but only 40.', sides(256, 256, 40, none)),
    order('expand-photo', 'Nothing on the left.', sides(none, 256, 40, none)),
    is('live/prices', 'And how much is that for a 2000x1000 photo?', {
      app: 'expand-photo',
      facts: { width: 2000, height: 1000 },
    }),
  ],
  [
    order(
      'expand-photo',
      'add five hundred pixels of sky on top of my mountain photo',
      sides(none, none, 500, none),
    ),
    order('expand-photo', 'and a hundred at the bottom', sides(none, none, 500, 100)),
    order('expand-photo', 'two hundred at the bottom i mean', sides(none, none, 500, 200)),
  ],
  [
    order('expand-photo', 'extend my pic by 90 px all round', sides(90, 90, 90, 90)),
    order('expand-photo', 'left and right 0, so only top n bottom', sides(none, none, 90, 90)),
  ],
  [
    order('erase-fill', 'some tourist walked into my shot of the eiffel tower, make him dissapear', {}),
    is('live/prices', 'pic is 1000x1500, how much', {
      app: 'erase-fill',
      facts: { width: 1000, height: 1500 },
    }),
    order('erase-fill', 'ok but i want to keep the result to myself', {}, { visibility: 'private' }),
  ],
  [
    is(['apps/erase-fill', 'do/order'], 'whats good for getting graffiti off a wall in a photo', {
      app: 'erase-fill',
    }),
    is('live/app-wait', 'does it take long', { app: 'erase-fill' }),
    order('erase-fill', 'ok lets do that', {}),
  ],
  [
    order('vectorise', "trace my son's doodle into vectors, black n white", { colors: 'binary' }),
    order('vectorise', 'polygons pls', { colors: 'binary', mode: 'polygon' }),
    order('vectorise', 'nope, smooth curves', { colors: 'binary', mode: curves }),
    order('vectorise', 'ignore specks up to 12', { colors: 'binary', mode: curves, speckle: 12 }),
  ],
  // A developer.
  [
    order('vectorise', 'logo png -> svg, polygons, detail 2, speckle 0', {
      colors: inColour,
      mode: 'polygon',
      detail: 2,
      speckle: 0,
    }),
    order('vectorise', 'detail 7', { colors: inColour, mode: 'polygon', detail: 7, speckle: 0 }),
    order('vectorise', 'black and white actually', {
      colors: 'binary',
      mode: 'polygon',
      detail: whateverDetail,
      speckle: 0,
    }),
  ],
  [
    order('find-objects', 'count the bicycles outside the station in my photo', {}),
    order('find-objects', 'must be at least 75 percent certain', { score: 0.75 }),
    order('find-objects', 'lower, 0.4', { score: 0.4 }),
    is('live/prices', 'and the price if its 4000x3000', {
      app: 'find-objects',
      facts: { width: 4000, height: 3000 },
    }),
  ],
  // Somebody who isn't sure what they want.
  [
    order('vectorise', 'svg of my club badge please', {}),
    order('upscale', 'wait, rather make the badge twice as big, its only 200x200', {}),
    order('vectorise', 'nah, the svg', {}),
    is(['live/never-mind', 'do/cancel'], 'oh leave it'),
  ],
]
