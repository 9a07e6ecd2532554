import type { AskedConversation } from '../asked-question.ts'
import { is, order } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const nothingBehind = /^(transparent)?$/
const white = /^(#ffffff)?$/
const lightGrey = /^#([b-e][0-9a-f])\1\1$/
const inColour = /^(color)?$/
const curves = /^(spline)?$/
const half = /^(0\.5)?$/

/**
 * Orders of pictures and drawings, and changes of their cards.
 * Written by somebody who had read the help and the fields of the apps, but not the rules, and of the sets before only the shape.
 */
export const twentyFifthConversations: AskedConversation[] = [
  // A pensioner who paints.
  [
    order('imagine', 'Could you paint me a lighthouse in a storm, as an oil painting please', {
      prompt: /^(?=.*lighthouse)(?=.*storm).*\boil\b/i,
    }),
    order('imagine', 'Make it 1216 x 832, it is to go above the sofa', {
      prompt: /^(?!.*(1216|sofa))(?=.*lighthouse)(?=.*storm).*\boil\b/i,
      size: '1216x832',
    }),
    order('imagine', 'I think watercolour would be nicer, instead of oil', {
      prompt: /^(?!.*\boil\b)(?=.*lighthouse)(?=.*storm).*water-?colou?r/i,
      size: '1216x832',
    }),
    order('imagine', '20 steps will do', {
      prompt: /^(?!.*(\boil\b|steps))(?=.*lighthouse)(?=.*storm).*water-?colou?r/i,
      size: '1216x832',
      steps: 20,
    }),
    is('live/prices', 'What would I pay for that?', { app: 'imagine' }),
  ],
  // A teenager.
  [
    order('imagine', 'draw a corgi astronaut on mars, no text in it', {
      prompt: /^(?!.*text)(?=.*corgi)(?=.*astronaut).*mars/i,
      negative: /text/i,
    }),
    order('imagine', 'guidance 9.5', {
      prompt: /^(?!.*(text|guidance))(?=.*corgi)(?=.*astronaut).*mars/i,
      negative: /text/i,
      guidance: 9.5,
    }),
    order('imagine', 'wait no a pug instead of a corgi', {
      prompt: /^(?!.*(text|corgi))(?=.*pug)(?=.*astronaut).*mars/i,
      negative: /text/i,
      guidance: 9.5,
    }),
    order('imagine', 'seed 4242 pls', {
      prompt: /^(?!.*(corgi|seed))(?=.*pug)(?=.*astronaut).*mars/i,
      negative: /text/i,
      guidance: 9.5,
      seed: 4242,
    }),
    order('imagine', 'actually drop the seed again', {
      prompt: /^(?!.*(corgi|seed))(?=.*pug)(?=.*astronaut).*mars/i,
      negative: /text/i,
      guidance: 9.5,
    }),
  ],
  [
    order(
      'imagine',
      'i need a picture of an old red tractor in a wheat field, 512x768, only i should see it',
      {
        prompt: /^(?!.*(512|only|see))(?=.*red tractor).*wheat field/i,
        size: '512x768',
      },
      { visibility: 'private' },
    ),
    order('imagine', 'sorry, other way round, 768x512', {
      prompt: /^(?!.*(512|768|sorry))(?=.*red tractor).*wheat field/i,
      size: '768x512',
    }),
    order('imagine', 'steps down to 12 and guidance up to 10', {
      prompt: /^(?!.*(steps|guidance))(?=.*red tractor).*wheat field/i,
      size: '768x512',
      steps: 12,
      guidance: 10,
    }),
  ],
  // English isn't their first language.
  [
    order('imagine', 'Please make image of a mountain village in winter, without people', {
      prompt: /^(?!.*people)(?=.*mountain village).*winter/i,
      negative: /people/i,
    }),
    order('imagine', 'Also without cars', {
      prompt: /^(?!.*(people|cars))(?=.*mountain village).*winter/i,
      negative: /^(?=.*people).*cars/i,
    }),
    order('imagine', 'Change winter to summer', {
      prompt: /^(?!.*(people|cars|winter))(?=.*mountain village).*summer/i,
      negative: /^(?=.*people).*cars/i,
    }),
    order(
      'imagine',
      'Everybody can see the result',
      {
        prompt: /^(?!.*(people|cars|winter|everybody))(?=.*mountain village).*summer/i,
        negative: /^(?=.*people).*cars/i,
      },
      { visibility: 'public' },
    ),
  ],
  [
    order('cut-out', 'cut my dog out of his photo and put him on #ffcc00', {
      subject: anObject,
      background: 'color',
      color: '#ffcc00',
    }),
    order('cut-out', 'hm try #0a3d62', { subject: anObject, background: 'color', color: '#0a3d62' }),
    order('cut-out', 'no actually make the background transparent', {
      subject: anObject,
      background: nothingBehind,
    }),
  ],
  // A mother who needs a passport picture.
  [
    order('cut-out', 'can you take away the background in a photo of my daughter and make it white', {
      subject: /^(object|portrait)?$/,
      background: 'color',
      color: white,
    }),
    order('cut-out', 'her hair is very curly so please use portrait', {
      subject: 'portrait',
      background: 'color',
      color: white,
    }),
    order('cut-out', 'light grey behind her instead of white', {
      subject: 'portrait',
      background: 'color',
      color: lightGrey,
    }),
    order(
      'cut-out',
      'and keep it private, shes only 6',
      {
        subject: 'portrait',
        background: 'color',
        color: lightGrey,
      },
      { visibility: 'private' },
    ),
    is(
      [
        'trust/who-reads-my-input',
        'feed/what-others-see-of-a-private-job',
        'files/what-happens-to-my-picture',
        'live/who-sees',
      ],
      'who gets to see the photo then',
    ),
  ],
  [
    order(
      'cut-out',
      'take the background off my last picture',
      {
        subject: anObject,
        background: nothingBehind,
      },
      { usesLastResult: true },
    ),
    order(
      'cut-out',
      'and put black behind it',
      {
        subject: anObject,
        background: 'color',
        color: '#000000',
      },
      { usesLastResult: true },
    ),
    order(
      'cut-out',
      'thats too dark, #6b7785',
      {
        subject: anObject,
        background: 'color',
        color: '#6b7785',
      },
      { usesLastResult: true },
    ),
  ],
  [
    order('expand-photo', 'add 200px of sky at the top of my picture', {
      top: 200,
      bottom: none,
      left: none,
      right: none,
    }),
    order('expand-photo', 'and 50 at the bottom', { top: 200, bottom: 50, left: none, right: none }),
    order('expand-photo', 'swap top and bottom', { top: 50, bottom: 200, left: none, right: none }),
    order('expand-photo', 'nope, swap them back', { top: 200, bottom: 50, left: none, right: none }),
  ],
  [
    order(
      'expand-photo',
      'My holiday photo should be wider, 120 pixels more on the left and 80 on the right',
      {
        left: 120,
        right: 80,
        top: none,
        bottom: none,
      },
    ),
    order('expand-photo', 'Twice as much on the left', { left: 240, right: 80, top: none, bottom: none }),
    order('expand-photo', 'And nothing on the right', { left: 240, right: 0, top: none, bottom: none }),
    is(['apps/expand-photo', 'live/app-needs'], 'What is the most I can add to one side?', {
      app: 'expand-photo',
    }),
  ],
  [
    order('expand-photo', 'expand my photo by 100 pixels on every side', {
      left: 100,
      right: 100,
      top: 100,
      bottom: 100,
    }),
    order('expand-photo', 'only top and bottom', { left: none, right: none, top: 100, bottom: 100 }),
    order('expand-photo', 'oh just make it 30 on all four sides', {
      left: 30,
      right: 30,
      top: 30,
      bottom: 30,
    }),
  ],
  [
    order('upscale', 'got a tiny 400x300 pic off an old phone, can you make it twice as big', {}),
    is('live/prices', 'how many credits would you want for that', { app: 'upscale' }),
    is(['apps/upscale', 'live/app-needs'], 'would a 1200 pixel wide one work too', { app: 'upscale' }),
  ],
  [
    order('upscale', 'Double the size of my last picture please', {}, { usesLastResult: true }),
    is(['apps/upscale', 'live/app-wait'], 'How long will I have to wait for it?', { app: 'upscale' }),
  ],
  [
    is(
      ['do/order', 'apps/erase-fill'],
      'theres a power line right across my photo of the beach, can i get rid of it',
      {
        app: 'erase-fill',
      },
    ),
    is(['apps/erase-fill', 'live/app-needs'], 'how do i tell it which bit', { app: 'erase-fill' }),
    is('live/prices', 'and the price for a 12 megapixel photo', { app: 'erase-fill' }),
  ],
  [
    order('vectorise', 'can you make my club logo into an svg, black and white', {
      colors: 'binary',
      mode: curves,
    }),
    order('vectorise', 'with polygons', { colors: 'binary', mode: 'polygon' }),
    order('vectorise', 'ignore specks up to 10', { colors: 'binary', mode: 'polygon', speckle: 10 }),
    order('vectorise', 'in colour after all, colour detail 3', {
      colors: inColour,
      mode: 'polygon',
      detail: 3,
      speckle: 10,
    }),
    order('vectorise', 'curves instead of polygons', {
      colors: inColour,
      mode: curves,
      detail: 3,
      speckle: 10,
    }),
  ],
  [
    order('vectorise', 'vectorize my sketch, color detail 8', { colors: inColour, mode: curves, detail: 8 }),
    order('vectorise', 'hmm no, detail 5 is enough', { colors: inColour, mode: curves, detail: 5 }),
    order('vectorise', 'and set specks to 0', { colors: inColour, mode: curves, detail: 5, speckle: 0 }),
  ],
  [
    order(
      'vectorise',
      'can i have my last picture as an svg',
      { colors: inColour, mode: curves },
      {
        usesLastResult: true,
      },
    ),
    order('vectorise', 'black n white', { colors: 'binary', mode: curves }, { usesLastResult: true }),
  ],
  [
    order('find-objects', 'find what is in my street photo but only things youre at least 70% sure of', {
      score: 0.7,
    }),
    order('find-objects', 'lower that to 40%', { score: 0.4 }),
    order('find-objects', 'put it back to the default', { score: half }),
    order('find-objects', 'nobody else should see it', { score: half }, { visibility: 'private' }),
  ],
  [
    order('find-objects', 'I would like to have all the cars in my parking lot picture marked', {
      score: half,
    }),
    order('find-objects', 'minimum confidence 0.9', { score: 0.9 }),
    is(['apps/find-objects', 'live/app-needs'], 'Can it find very small things as well?', {
      app: 'find-objects',
    }),
  ],
]
