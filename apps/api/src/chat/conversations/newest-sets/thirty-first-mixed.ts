import type { AskedConversation } from '../asked-question.ts'
import { having, is, order, sides } from '../expected.ts'
import { asItIs, COST, cut, drawing, half, none, off, painted, spoken, written } from './expected-forms.ts'

const HELP = 'product/what-infra-the-persona-can-do'

const blackAndWhite = { colors: 'binary', detail: /^[1-8]?$/ }
const american = /^(am_michael|fast)$/
// Any shade of it is right.
const black = /^#[0-2][0-9a-f][0-2][0-9a-f][0-2][0-9a-f]$/i

const SEEN = [
  'live/who-sees',
  'feed/public-or-private',
  'feed/what-others-see-of-a-private-job',
  'trust/who-reads-my-input',
]

const INTRO = 'You are listening to Rust Belt Radio'
const RENAMED = 'You are listening to Lake Effect Radio'
const LESSON = 'Good morning class, today I talk about'

/**
 * Orders, questions and what has nothing to do with the product, one after the other, of the same ten people.
 * Written by somebody who had read the help and the fields of the apps, but no rules and no other set.
 */
export const thirtyFirstMixed: AskedConversation[] = [
  [
    order(
      'write',
      'write an email to my professor asking one more week for the delivery of my work',
      written(having(['professor', 'week'])),
    ),
    order(
      'write',
      'more formal please',
      written(having(['professor', 'week']), { instructions: having(['formal']) }),
    ),
    order(
      'write',
      'maximum 150 tokens',
      written(having(['professor', 'week']), { instructions: having(['formal']), length: 150 }),
    ),
    is(SEEN, 'the owner of the computer that makes it, he reads my email?'),
  ],
  [
    order('speak', `voice this as my intro: "${INTRO}"`, spoken(INTRO)),
    order('speak', 'give it the British guy', spoken(INTRO, { voice: 'bm_george' })),
    order('speak', '1.2x speed', spoken(INTRO, { voice: 'bm_george', speed: 1.2 })),
    order('speak', 'swap Rust Belt for Lake Effect', spoken(RENAMED, { voice: 'bm_george', speed: 1.2 })),
    order('speak', 'only I should get to hear it', spoken(RENAMED, { voice: 'bm_george', speed: 1.2 }), {
      visibility: 'private',
    }),
  ],
  [
    order(
      'vectorise',
      'Good day. I have drawing of wooden eagle in JPG, please make from it SVG for laser',
      drawing(),
    ),
    order('vectorise', 'color is not needed, only black and white', drawing(blackAndWhite)),
    order('vectorise', 'ignore small dots up to 20 pixels', drawing({ ...blackAndWhite, speckle: 20 })),
    is(COST, 'how much it is for picture 2000 x 1500?'),
    is('live/thanks', 'thank you very much, good work'),
  ],
  [
    order(
      'imagine',
      'paint old oak table in workshop with light from window',
      painted(having(['oak', 'table', 'workshop', 'window'])),
    ),
    order('imagine', 'table must be round', painted(having(['oak', 'round', 'table', 'workshop', 'window']))),
    order('imagine', 'add one blue cup', painted(having(['oak', 'table', 'workshop', 'blue', 'cup']))),
    order(
      'imagine',
      'cup must be red, not blue',
      painted(having(['oak', 'table', 'workshop', 'red', 'cup'], ['blue'])),
    ),
    order(
      'imagine',
      '40 steps please',
      painted(having(['oak', 'table', 'workshop', 'red', 'cup'], ['blue']), { steps: 40 }),
    ),
  ],
  [
    order(
      'cut-out',
      'groom only, behind him #202020',
      cut({ subject: 'portrait', background: 'color', color: '#202020' }),
    ),
    off("who was the best man at Prince William's wedding"),
    order('cut-out', 'back to transparent', cut({ subject: 'portrait' })),
  ],
  [
    is('live/app-wait', 'what does upscaling 600x400 cost and how long does it take?', {
      app: 'upscale',
      before: COST,
    }),
    order('upscale', 'ok go ahead with an upscale', {}),
  ],
  [
    order(
      'imagine',
      'I should dearly like a watercolour of a Highland cow in the heather',
      painted(having(['watercolour', 'highland cow', 'heather'])),
    ),
    order(
      'imagine',
      'Add a wee cottage behind it',
      painted(having(['watercolour', 'highland cow', 'heather', 'cottage'])),
    ),
    is(SEEN, 'Would the neighbours be able to see it on here?'),
    order(
      'imagine',
      'I would rather nobody saw it but me',
      painted(having(['watercolour', 'highland cow', 'heather', 'cottage'])),
      { visibility: 'private' },
    ),
  ],
  [
    off('Do you remember when the milk came in glass bottles?'),
    order('erase-fill', 'There is a telegraph wire across the loch in my snap, can it be got rid of?', {}),
    is('feed/sharing-a-result', 'How would I send it to my sister in Canada afterwards?'),
  ],
  [
    order('expand-photo', 'put 100 pixels in all the 4 sides of my foto', sides(100, 100, 100, 100)),
    order('expand-photo', 'at the bottom only 50', sides(100, 100, 100, 50)),
    off('what is the best university of Brazil?'),
  ],
  [
    order('speak', `make an audio of this: "${LESSON} rivers"`, spoken(`${LESSON} rivers`)),
    order('speak', 'with voice of american man', spoken(`${LESSON} rivers`, { voice: american })),
    order('speak', 'change rivers for volcanoes', spoken(`${LESSON} volcanoes`, { voice: american })),
    is('live/who-serves', 'is there some node for this now?', { app: 'speak' }),
  ],
  [
    is('live/affordable', 'two things: is my last job done? and do I have credits for three more stories?', {
      before: ['live/my-jobs'],
    }),
    order(
      'speak',
      'sweet. say "Back after this break" in the Bella voice',
      spoken('Back after this break', { voice: 'af_bella' }),
    ),
    off('what time does Home Depot close'),
    is('do/delete', 'toss my last audio, we rerecorded it'),
  ],
  [
    order(
      'imagine',
      'a rusty microphone in a corn field, 512x512',
      painted(having(['rusty', 'microphone', 'corn']), { size: '512x512' }),
    ),
    order(
      'imagine',
      'not a corn field but a steel mill',
      painted(having(['rusty', 'microphone', 'steel mill'], ['corn']), { size: '512x512' }),
    ),
    order(
      'imagine',
      'use seed 77',
      painted(having(['rusty', 'microphone', 'steel mill'], ['corn']), { size: '512x512', seed: 77 }),
    ),
  ],
  [
    order('find-objects', 'count the mugs on this shelf picture', { score: half }),
    order('find-objects', "only what you're at least 80% sure of", { score: 0.8 }),
    off('is etsy better than shopify?'),
  ],
  [
    order(
      'expand-photo',
      'more room to the right of the vase please, 256 pixels',
      sides(asItIs, 256, none, none),
    ),
    order('expand-photo', 'make it 400', sides(asItIs, 400, none, none)),
    order('cut-out', 'other photo: get rid of the background behind the vase', cut()),
    order('cut-out', 'black background', cut({ background: 'color', color: black })),
  ],
  [
    order(
      'write',
      'summarise in 5 bullets why we should never patch on fridays',
      written(having(['patch', 'friday'])),
    ),
    order(
      'write',
      'temperature 0.2, 1024 tokens',
      written(having(['patch', 'friday']), { length: 1024, temperature: 0.2 }),
    ),
    off('root password of your db server?'),
  ],
  [
    off('can u hack my teachers grades'),
    order('upscale', 'k then make my pfp sharper its super blurry', {}),
    is('live/app-wait', 'how long tho', { app: 'upscale' }),
    is(['live/never-mind', 'do/cancel'], 'nvm'),
  ],
  [
    order(
      'imagine',
      'anime girl w/ red hair n a sword, 832x1216',
      painted(having(['anime', 'girl', 'red hair', 'sword']), { size: '832x1216' }),
    ),
    order(
      'imagine',
      'blue hair not red',
      painted(having(['anime', 'girl', 'blue hair', 'sword'], ['red hair']), { size: '832x1216' }),
    ),
    off('r u single', HELP),
    is('do/retry', 'my last pic failed, try again'),
  ],
  [
    is('live/my-credits', "quick one on my break, what's my balance?"),
    order(
      'imagine',
      'a calm forest lake at dawn, no people',
      painted(having(['calm', 'forest lake', 'dawn']), { negative: having(['people']) }),
    ),
    order(
      'imagine',
      'add a small wooden boat',
      painted(having(['calm', 'forest lake', 'dawn', 'wooden boat']), { negative: having(['people']) }),
    ),
    is('do/favorite', 'save my last picture to my favourites, for the staff room'),
  ],
  [
    off('my feet are killing me'),
    order('read-text', 'copy the words from this photo of a notice board, they are all over the place', {
      layout: /^(sparse|auto)?$/,
    }),
    is('files/how-long-files-are-kept', 'how long is that photo stored?'),
  ],
  [
    is('jobs/reason-node-lost', 'my transcript says node_lost, what is that?'),
    is('do/retry', 'ok try that one again'),
    off('what is the night bonus for nurses in Leeds'),
  ],
  [
    order(
      'speak',
      'read with Michael: "Handmade in Krakow from ash wood"',
      spoken('Handmade in Krakow from ash wood', { voice: 'am_michael' }),
    ),
    order(
      'speak',
      'speed 0.8',
      spoken('Handmade in Krakow from ash wood', { voice: 'am_michael', speed: 0.8 }),
    ),
    off('you are stupid machine'),
  ],
  [
    is('nodes/what-a-node-is', 'what is this, node?'),
    is(
      ['nodes/when-you-need-the-machine-yourself', 'nodes/adding-your-own-machine'],
      'computer in my workshop is free only at night. it can work for you then?',
    ),
    is('nodes/stopping-a-node', 'and when somebody turns off electricity in workshop?'),
    off('which glue is good for walnut?'),
  ],
  [
    order(
      'write',
      'Draft three hard questions for the boss of a cloud company',
      written(having(['questions', 'cloud'])),
    ),
    order('write', 'Make it five', written(having(['(five|5)', 'questions', 'cloud'], ['three']))),
    is(['trust/is-my-result-checked', 'apps/write'], 'Does anybody check whether what it writes is true?'),
    off('Who is going to win the election?'),
  ],
  [
    order(
      'imagine',
      'an empty newsroom at night, in the style of an etching',
      painted(having(['empty', 'newsroom', 'night', 'etching'])),
    ),
    order(
      'imagine',
      'Replace the newsroom with a printing hall',
      painted(having(['empty', 'printing hall', 'night', 'etching'], ['newsroom'])),
    ),
    order(
      'imagine',
      'Guidance 12',
      painted(having(['empty', 'printing hall', 'night', 'etching'], ['newsroom']), { guidance: 12 }),
    ),
    is('do/private', 'And take my last picture out of the feed'),
  ],
]
