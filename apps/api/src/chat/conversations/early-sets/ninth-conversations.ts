import type { AskedConversation } from '../asked-question.ts'
import { day, is, month, order, week } from '../expected.ts'

/** Written by somebody who knew neither the code nor the other sets (213 of 233 right when first asked). */
export const ninthConversations: AskedConversation[] = [
  [
    is('live/hello', 'hiya'),
    order('story-teller', 'tell me a story about a lazy dragon', {
      prompt: 'Once upon a time, there was a lazy dragon',
    }),
    order('story-teller', 'no make it about a hungry dragon', {
      prompt: 'Once upon a time, there was a hungry dragon',
    }),
    is('live/prices', 'what would that cost me', { app: 'story-teller' }),
  ],
  [
    order('story-teller', 'my daughter wants a bedtime story about two little owls', {
      prompt: 'Once upon a time, there were two little owls',
    }),
    is('live/thanks', 'lovely, thank you so much'),
    is('live/bye', 'good night then'),
  ],
  [
    order('story-teller', 'story starting with "The wind had forgotten its name"', {
      prompt: 'The wind had forgotten its name',
    }),
    is('live/app-wait', 'how long will it take', { app: 'story-teller' }),
  ],
  [
    order('story-teller', 'need a story about a snail who wins a race, 120 tokens', {
      prompt: 'Once upon a time, there was a snail who wins a race',
      length: 120,
    }),
    order('story-teller', 'make it 200 tokens', {
      prompt: 'Once upon a time, there was a snail who wins a race',
      length: 200,
    }),
  ],
  [
    order('speak', 'read this out loud: The library closes in ten minutes', {
      text: 'The library closes in ten minutes',
    }),
    order('speak', 'with a male voice please', {
      text: 'The library closes in ten minutes',
      voice: 'am_michael',
    }),
    order('speak', 'and slower', {
      text: 'The library closes in ten minutes',
      voice: 'am_michael',
      speed: 0.8,
    }),
  ],
  [
    order('speak', 'say "welcome to my shop" in a british woman voice', {
      text: 'welcome to my shop',
      voice: 'bf_emma',
    }),
    is('live/prices', 'whats the price for that', { app: 'speak' }),
    is('feed/downloading-a-result', 'and how do i download the sound file after'),
  ],
  [
    order('speak', 'can you speak this for me: Happy birthday grandma', { text: 'Happy birthday grandma' }),
    is('apps/speak', 'which voices does speak have'),
  ],
  [
    order('imagine', 'draw a fox sleeping under a mushroom', { prompt: 'a fox sleeping under a mushroom' }),
    order('imagine', 'and wide', { prompt: 'a fox sleeping under a mushroom', size: '1216x832' }),
    is('live/who-serves', 'which machines run imagine at the moment', { app: 'imagine' }),
  ],
  [
    order('imagine', 'generate a picture of an old lighthouse in a storm, square', {
      prompt: 'an old lighthouse in a storm',
      size: '1024x1024',
    }),
    is('live/app-wait', 'how long would imagine need', { app: 'imagine' }),
    is(['apps/imagine', 'live/app-needs'], 'does imagine need a graphics card', { app: 'imagine' }),
  ],
  [
    order('imagine', 'pls paint me a watercolor of a venetian canal, landscape', {
      prompt: 'a watercolor of a venetian canal',
      size: '1216x832',
    }),
    is('live/affordable', 'do i have enough credits for it', { app: 'imagine' }),
  ],
  [
    order('cut-out', 'remove the background from my photo', {}),
    order('cut-out', 'put white behind it', { background: 'color', color: '#ffffff' }),
    is('live/prices', 'how much for 2000 x 1500 pixels', {
      app: 'cut-out',
      facts: { width: 2000, height: 1500 },
    }),
  ],
  [
    order('cut-out', 'cut out the background of this portrait and make it transparent', {
      background: 'transparent',
      subject: 'portrait',
    }),
    is('feed/public-or-private', 'will everybody see it or can i choose'),
  ],
  [
    order('upscale', 'my pic is tiny and blurry, upscale it', {}),
    is('apps/upscale', 'how big may the picture be for upscale'),
    is('live/prices', 'what does upscaling a 640x480 image cost', {
      app: 'upscale',
      facts: { width: 640, height: 480 },
    }),
  ],
  [
    order('read-text', 'extract the text from this screenshot', {}),
    is('apps/read-text', 'can read text handle handwriting'),
    is('live/app-needs', 'how much memory does it need on a node', { app: 'read-text' }),
  ],
  [
    order('transcribe', 'i have a voice memo, please transcribe it', {}),
    order('transcribe', 'use the quick one', { model: 'tiny' }),
    is('live/prices', 'price for 4 minutes?', { app: 'transcribe', facts: { seconds: 240 } }),
  ],
  [
    order('erase-fill', 'there is a power line across my photo, erase it', {}),
    is('apps/erase-fill', 'does erase and fill work well on large areas'),
  ],
  [
    order('find-objects', 'detect the objects in my picture', {}),
    is('apps/find-objects', 'what sort of things can find objects recognise'),
    is('live/thanks', 'ok thx'),
  ],
  [
    order('vectorise', 'turn my logo into an svg', {}),
    order('vectorise', 'in black and white', { colors: 'binary' }),
    is('apps/vectorise', 'is vectorise any good for photographs'),
  ],
  [
    order('expand-photo', 'expand my photo by 200 pixels on the left', {
      left: 200,
      right: 0,
      top: 0,
      bottom: 0,
    }),
    is('apps/expand-photo', 'what is the maximum expand photo can add'),
  ],
  [
    order('expand-photo', 'add 150 px on top and 100 px at the bottom of my picture', {
      left: 0,
      right: 0,
      top: 150,
      bottom: 100,
    }),
    is('live/my-credits', 'how many credits do i have'),
  ],
  [
    order('erase-fill', 'Remove the stranger in the background of my beach photo please', {}),
    order('upscale', 'now double the size of a photo', {}),
    is('live/my-jobs', 'did my jobs finish'),
  ],
  [
    is('live/my-credits', 'balance?'),
    is('live/my-spending', 'how much have i spent this week', { period: week(0) }),
    is('live/my-spending', 'and last week', { period: week(1) }),
    is('live/my-spending', 'and last month?', { period: month(1) }),
  ],
  [
    is('live/my-jobs', 'what did i order yesterday', { period: day(1) }),
    is('live/my-jobs', 'and today', { period: day(0) }),
    is('live/my-jobs', 'show all the upscale jobs i ever made', { app: 'upscale' }),
  ],
  [
    is('live/why-failed', 'why did my last job fail'),
    is('do/retry', 'try it again'),
    is(
      ['credits/refunds', 'jobs/when-a-job-fails', 'credits/when-you-are-charged'],
      'do i get credits back when a job fails',
    ),
  ],
  [
    is('live/why-waits', 'my job is stuck in the queue since ages, why'),
    is('do/cancel', 'cancel it then'),
    is(
      ['jobs/cancelling-a-job', 'credits/refunds', 'credits/when-you-are-charged'],
      'does cancelling a job cost anything',
    ),
  ],
  [
    is('live/job-cost', 'how much did my last job cost'),
    is('do/private', 'make it private'),
    is('feed/what-others-see-of-a-private-job', 'can others see anything of a private job'),
  ],
  [
    is('live/my-public', 'which of my results are public'),
    is('do/private', 'hide the last one from everyone'),
    is('do/public', 'hm no, make it public again'),
  ],
  [
    is('live/my-favorites', 'show my favourites'),
    is('do/unfavorite', 'take the last one off my favourites'),
    is('feed/favourites', 'do other people see what i have liked'),
  ],
  [
    is('live/my-earnings', 'what did my nodes earn today', { period: day(0) }),
    is('live/my-earnings', 'yesterday?', { period: day(1) }),
    is('credits/pending-earnings', 'why are my earnings pending'),
  ],
  [
    is('live/my-nodes', 'are my nodes online'),
    is('nodes/my-node-gets-no-jobs', 'my node is online but gets no jobs, whats wrong'),
    is('do/rest', 'put my node into maintenance'),
    is('do/wake', 'ok wake it up again'),
  ],
  [
    is('live/my-stake', 'how much INFRA have i staked'),
    is('staking/tiers-and-the-daily-allowance', 'how much must i stake for the hot tier'),
    is('do/open', 'open the staking page'),
  ],
  [
    is('live/affordable', 'what can i afford with my credits'),
    is('live/cheapest', 'which app is the cheapest'),
    is('live/fastest', 'and which is the fastest'),
  ],
  [
    is('live/nodes', 'how many nodes are online right now'),
    is('live/queue', 'how long is the queue'),
    is('nodes/what-a-node-is', 'what is a node anyway'),
  ],
  [
    is('live/apps', 'what can i make here'),
    is('live/cheapest', 'whats cheapest of them'),
    is('do/open', 'show me the apps page'),
    order('vectorise', 'ok convert this icon to a vector, black and white', { colors: 'binary' }),
  ],
  [
    is(['live/news', 'product/the-devlog'], 'anything new on infra?'),
    is('do/open', 'open the devlog'),
    is('do/open', 'go to my profile'),
  ],
  [
    is('live/who-i-am', 'who are you'),
    is(['live/human', 'live/who-i-am'], 'are you a real person or a bot'),
    is('live/how-are-you', 'and how are you today'),
  ],
  [
    is('account/what-infra-is', 'my grandson sent me here. What is this website for?'),
    is('account/looking-around-without-a-wallet', 'Can I have a look without having a wallet?'),
    is('account/linking-a-wallet', 'And how do I connect a wallet?'),
    is('live/thanks', 'Thank you dear'),
  ],
  [
    is('account/signing-in', 'why i must sign message, does it cost gas'),
    is('account/when-signing-in-fails', 'sign in not work, wallet say error'),
    is('account/signing-out', 'how i log out on all my devices'),
  ],
]
