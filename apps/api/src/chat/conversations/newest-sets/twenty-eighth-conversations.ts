import type { AskedConversation } from '../asked-question.ts'
import { declined, having, is, order, saying, sides } from '../expected.ts'

// Where a value is what the form has by itself, it may be filled in or left open.
const none = /^0?$/
const anObject = /^(object)?$/
const nothingBehind = /^(transparent)?$/
const white = /^(#ffffff|#fff|white)?$/i
const careful = /^(base)?$/
const detected = /^(auto)?$/
const half = /^(0\.5)?$/
const drawing = { colors: /^(color)?$/, mode: /^(spline)?$/, detail: /^6?$/, speckle: /^4?$/ }
const spoken = (text: string) => ({ text: saying(text), voice: /^(af_heart)?$/, speed: /^1?$/ })
const aMan = /^(am_michael|bm_george|fast)$/

/**
 * People who have just opened the chat and want something made.
 * Written by somebody who had read the help and the fields of the apps, but not the rules, and of the sets before only the shape.
 */
export const twentyEighthConversations: AskedConversation[] = [
  // A teenager.
  [
    order('imagine', 'yo can u make me a pic of a skateboarding raccoon', {
      prompt: having(['skateboarding', 'raccoon'], ['\\byo\\b', 'can u']),
    }),
    order('imagine', 'make it a hamster', { prompt: having(['hamster'], ['raccoon']) }),
    is('live/prices', 'ok and how much is it', { app: 'imagine' }),
    is('live/thanks', 'nice thx'),
  ],
  // An estate agent.
  [
    order('erase-fill', 'Hi, I need to remove a rubbish bin from a photo of a house I am selling', {}),
    is('live/prices', 'What does that cost for a photo of 3000 x 2000 pixels?', {
      app: 'erase-fill',
      facts: { width: 3000, height: 2000 },
    }),
    is(
      ['feed/public-or-private', 'trust/who-reads-my-input', 'feed/what-others-see-of-a-private-job'],
      'Will anybody else get to see the original photo?',
    ),
  ],
  // A mother.
  [
    order('story-teller', 'Could you tell us a bedtime story about a sleepy dragon?', {
      prompt: having(['sleepy dragon'], ['could you']),
    }),
    order('story-teller', 'a bit longer please', {
      prompt: having(['sleepy dragon'], ['longer']),
      length: /^(20[1-9]|2[1-4]\d|25[0-6])$/,
    }),
    is('live/app-wait', 'how long will it take?', { app: 'story-teller' }),
    is(['live/thanks', 'live/bye'], 'Thank you, good night!'),
  ],
  // Somebody with a podcast.
  [
    order('transcribe', 'I have a recording of an interview, please write down what we say', {
      model: careful,
    }),
    order('transcribe', 'the quick model is good enough', { model: 'tiny' }),
    is('live/prices', 'how much is it for 6 minutes?', { app: 'transcribe', facts: { seconds: 360 } }),
    is(['apps/transcribe', 'feed/downloading-a-result'], 'do i get subtitles too?'),
  ],
  // An online shop.
  [
    order('cut-out', 'please take the background away from my product picture', {
      subject: anObject,
      background: nothingBehind,
    }),
    order('cut-out', 'Make the background white.', { subject: anObject, background: 'color', color: white }),
    order(
      'cut-out',
      'Keep it private please.',
      { subject: anObject, background: 'color', color: white },
      { visibility: 'private' },
    ),
  ],
  [
    order('vectorise', 'please turn the logo of my band into an svg', drawing),
    order('vectorise', 'in black and white', { ...drawing, colors: 'binary', detail: /^[1-8]?$/ }),
    is('live/prices', 'whats the price', { app: 'vectorise' }),
  ],
  // English is their second language.
  [
    order(
      'speak',
      'please read for me: Welcome to our hotel, breakfast is at seven',
      spoken('Welcome to our hotel, breakfast is at seven'),
    ),
    order('speak', 'i want voice of a man', {
      ...spoken('Welcome to our hotel, breakfast is at seven'),
      voice: aMan,
    }),
    order('speak', 'a little slower please', {
      ...spoken('Welcome to our hotel, breakfast is at seven'),
      voice: aMan,
      speed: /^0\.[5-9]\d*$/,
    }),
    is('live/prices', 'how many credit it costs', { app: 'speak' }),
  ],
  [
    order('upscale', 'I have a tiny old photo of my grandparents, can you double its resolution?', {}),
    is('live/prices', 'What would it cost for 500 by 400 pixels?', {
      app: 'upscale',
      facts: { width: 500, height: 400 },
    }),
    is('live/app-wait', 'ok, and how long do I have to wait?', { app: 'upscale' }),
    is(
      ['live/my-jobs', 'feed/downloading-a-result', 'jobs/ordering-a-job', 'do/open'],
      'Where do I find it afterwards?',
    ),
  ],
  [
    order('imagine', 'picture of a red bicycle in the rain', {
      prompt: having(['red bicycle', 'rain']),
    }),
    order('imagine', 'make the bicycle blue', { prompt: having(['blue', 'bicycle', 'rain'], ['\\bred\\b']) }),
    order('imagine', 'in 512x768', {
      prompt: having(['blue', 'bicycle', 'rain'], ['\\bred\\b', '512']),
      size: '512x768',
    }),
    order('imagine', '40 steps', {
      prompt: having(['blue', 'bicycle', 'rain'], ['\\bred\\b', 'steps']),
      size: '512x768',
      steps: 40,
    }),
  ],
  [
    order('find-objects', 'how many people are there in my photo?', { score: half }),
    order('find-objects', 'set the confidence to 80%', { score: 0.8 }),
    is(
      ['files/how-long-files-are-kept', 'files/what-happens-to-my-picture', 'trust/who-reads-my-input'],
      'is the photo stored somewhere after that',
    ),
  ],
  [
    order('read-text', 'I need the text out of a screenshot', { layout: detected }),
    order('read-text', 'its just one line', { layout: 'line' }),
    is(['apps/read-text', 'live/app-needs'], 'does it understand German?'),
    is(['live/never-mind', 'do/cancel'], 'ok never mind then'),
  ],
  [
    order(
      'expand-photo',
      'can you make my photo wider, 150 pixels on the left and 150 on the right',
      sides(150, 150, none, none),
    ),
    order('expand-photo', 'and 50 at the top', sides(150, 150, 50, none)),
    order('expand-photo', 'make left and right 300', sides(300, 300, 50, none)),
    is('live/prices', 'what do I pay for that?', { app: 'expand-photo' }),
  ],
  // Somebody who plays.
  [
    order('imagine', 'draw a cyberpunk city at night with flying cars', {
      prompt: having(['cyberpunk city', 'night', 'flying cars'], ['draw a']),
    }),
    order('imagine', 'no people please', {
      prompt: having(['cyberpunk city', 'night', 'flying cars'], ['no people', 'please']),
      negative: /people/i,
    }),
    order('imagine', '1216x832 pls', {
      prompt: having(['cyberpunk city', 'night', 'flying cars'], ['1216']),
      negative: /people/i,
      size: '1216x832',
    }),
    order(
      'imagine',
      "and don't publish it",
      {
        prompt: having(['cyberpunk city', 'night', 'flying cars'], ['publish']),
        negative: /people/i,
        size: '1216x832',
      },
      { visibility: 'private' },
    ),
  ],
  // A child.
  [
    order('imagine', 'mak a picure of a cat in space', { prompt: having(['cat', 'space'], ['picure']) }),
    order('imagine', 'now a dog in space', { prompt: having(['dog', 'space'], ['\\bcat\\b']) }),
    is(
      [
        'live/prices',
        'live/affordable',
        'credits/the-starter-grant',
        'credits/what-credits-are',
        'credits/how-a-price-is-made',
      ],
      'is it free?',
    ),
    ...declined('can you tell me a joke'),
  ],
  // A call centre.
  [
    order(
      'speak',
      'Please create a voice-over: "Your call is important to us."',
      spoken('Your call is important to us'),
    ),
    order('speak', 'Use the British woman.', {
      ...spoken('Your call is important to us'),
      voice: 'bf_emma',
    }),
    order('speak', 'Change the text to "Please hold the line."', {
      ...spoken('Please hold the line'),
      voice: 'bf_emma',
    }),
    is(['apps/speak', 'live/app-needs'], 'How long can a text be?'),
  ],
  [
    order('story-teller', 'tell a little story for my daughter about a rabbit who cannot sleep', {
      prompt: having(['rabbit', 'sleep'], ['tell a']),
    }),
    order('story-teller', 'make it about a bear', { prompt: having(['bear'], ['rabbit']) }),
    order('story-teller', 'max 100 tokens', { prompt: having(['bear'], ['rabbit', 'tokens']), length: 100 }),
    order('story-teller', 'with seed 5', {
      prompt: having(['bear'], ['rabbit', 'tokens', 'seed']),
      length: 100,
      seed: 5,
    }),
  ],
  [
    order(
      'cut-out',
      'remove the background from my last result',
      { subject: /^(object|portrait)?$/, background: nothingBehind },
      { usesLastResult: true },
    ),
    order('cut-out', 'with a black background', {
      subject: /^(object|portrait)?$/,
      background: 'color',
      color: /^#000(000)?$/,
    }),
    order('cut-out', 'its a person so set it to portrait', {
      subject: 'portrait',
      background: 'color',
      color: /^#000(000)?$/,
    }),
  ],
  // A designer.
  [
    order('imagine', 'I need an image of abstract waves in purple and gold', {
      prompt: having(['abstract waves', 'purple', 'gold'], ['i need']),
    }),
    order('imagine', 'replace gold with silver', {
      prompt: having(['abstract waves', 'purple', 'silver'], ['gold', 'replace']),
    }),
    order('imagine', 'use seed 1234', {
      prompt: having(['abstract waves', 'purple', 'silver'], ['gold', 'seed']),
      seed: 1234,
    }),
    is(['live/who-serves', 'live/nodes', 'live/app-wait'], 'is there a computer online that can do it?'),
  ],
  [
    is('live/hello', 'Morning :)'),
    is(
      ['product/what-infra-the-persona-can-do', 'account/what-infra-is', 'live/apps'],
      'What can I do here?',
    ),
    order('imagine', 'ok then draw me a mountain lake in autumn', {
      prompt: having(['mountain lake', 'autumn'], ['draw me']),
    }),
    order('imagine', 'winter instead of autumn', {
      prompt: having(['mountain lake', 'winter'], ['autumn', 'instead']),
    }),
  ],
  [
    is(['apps/erase-fill', 'do/order'], 'how do i get rid of a scratch on an old photo', {
      app: 'erase-fill',
    }),
    order('erase-fill', 'ok lets do it', {}),
    order('erase-fill', 'everybody may see the result', {}, { visibility: 'public' }),
    ...declined('when was the first photo ever taken?'),
  ],
  [
    is(['apps/upscale', 'do/order', 'live/apps'], 'which app is good for blurry pictures'),
    order('upscale', 'ok upscale my last picture', {}, { usesLastResult: true }),
    is('live/prices', 'how much?', { app: 'upscale' }),
    is(['live/never-mind', 'do/cancel'], 'too expensive, forget it'),
  ],
  [
    order('vectorise', 'convert a png icon to vector, with polygons', { ...drawing, mode: 'polygon' }),
    order('vectorise', 'colour detail 8', { ...drawing, mode: 'polygon', detail: 8 }),
    order('vectorise', 'no polygons, curves please', { ...drawing, detail: 8 }),
  ],
  [
    order('transcribe', 'can you type up a voice memo from my phone', { model: careful }),
    is(['files/what-you-can-upload', 'live/app-needs', 'apps/transcribe'], 'it is m4a, does that work?'),
    is(['live/app-needs', 'apps/transcribe', 'files/what-you-can-upload'], 'how long may it be at most?'),
  ],
  [
    order('imagine', 'Generate a sketch of an owl, 512x512, 30 steps', {
      prompt: having(['sketch', 'owl'], ['512', 'steps', 'generate']),
      size: '512x512',
      steps: 30,
    }),
    order('imagine', 'make the picture bigger, 1024x1024', {
      prompt: having(['sketch', 'owl'], ['512', '1024', 'bigger']),
      size: /^(1024x1024)?$/,
      steps: 30,
    }),
    is(['live/prices', 'credits/how-a-price-is-made'], 'does a bigger picture cost more?'),
  ],
  [
    order('find-objects', 'tell me which things are in my picture', { score: half }),
    order('read-text', 'actually I only need the words that are written on it', { layout: detected }),
    is(['live/cheapest', 'live/prices'], 'which of the two is cheaper?'),
  ],
]
