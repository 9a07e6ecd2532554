import type { AskedConversation } from '../asked-question.ts'
import { declined, is, month, order, week } from '../expected.ts'
import { twentySecondMore } from './twenty-second-more.ts'

/** Written by somebody who knew neither the code nor the other sets: a photographer, a teenager, a nurse, a student, a trader. */
const firstFive: AskedConversation[] = [
  [
    is(
      'files/what-happens-to-my-picture',
      'I scan old negatives. Do you alter my photographs when I send them in?',
    ),
    is('files/what-you-can-upload', 'Mine have about 60 megapixels each. Will that do?'),
    is('files/how-much-you-can-upload', 'And how many of them could I send in a single day?'),
  ],
  [
    order('erase-fill', 'There is a telephone wire across my view of the Alps, please take it away', {}),
    is('live/prices', 'The scan is 5000 x 3333. What would you charge?', {
      app: 'erase-fill',
      facts: { width: 5000, height: 3333 },
    }),
    is('apps/erase-fill', 'How good is it with a person who fills half of the frame?'),
    is('live/thanks', 'Splendid, thank you very much.'),
  ],
  [
    order('expand-photo', 'Please add 200 pixels of sky at the top of my photograph', {
      left: 0,
      right: 0,
      top: 200,
      bottom: 0,
    }),
    order('expand-photo', 'Twice as much, please', { left: 0, right: 0, top: 400, bottom: 0 }),
    order('expand-photo', 'And 100 at the bottom as well', { left: 0, right: 0, top: 400, bottom: 100 }),
    order(
      'expand-photo',
      'Take my last result for it rather than a file',
      { left: 0, right: 0, top: 400, bottom: 100 },
      { usesLastResult: true },
    ),
  ],
  [
    is(['apps/upscale', 'files/what-you-can-upload'], 'Can a picture of 1200 x 800 be doubled in size here?'),
    order('upscale', 'I also have a small one. Upscale that, please.', {}),
    is('live/prices', 'It measures 640 by 480. What does it cost?', {
      app: 'upscale',
      facts: { width: 640, height: 480 },
    }),
    is('live/app-wait', 'How long shall I have to wait for it?', { app: 'upscale' }),
  ],
  [
    order('cut-out', 'Take the background out of a portrait of my granddaughter, white behind her', {
      subject: 'portrait',
      background: 'color',
      color: '#ffffff',
    }),
    order('cut-out', 'Black would be more dignified', {
      subject: 'portrait',
      background: 'color',
      color: '#000000',
    }),
    order('cut-out', 'No, transparent after all', { subject: 'portrait', background: 'transparent' }),
  ],
  [
    is('feed/sharing-a-result', 'How might I show a finished picture to my camera club?'),
    is('feed/downloading-a-result', 'And can I have it in full size on my own disk?'),
    ...declined('Which lens would you buy for portraits?'),
  ],
  [
    order('imagine', 'draw a cyberpunk cat on a skateboard 512x512', {
      prompt: /cyberpunk cat on a skateboard/,
      size: '512x512',
    }),
    order('imagine', 'make it about a dog instead', { prompt: /^(?!.*\bcat\b).*\bdog\b/, size: '512x512' }),
    order('imagine', 'bit bigger pls', { prompt: /^(?!.*\bcat\b).*\bdog\b/, size: '1024x1024' }),
    is('live/prices', 'n how much is that', { app: 'imagine' }),
  ],
  [
    is('live/hello', 'yooo'),
    is(['live/human', 'live/who-i-am', 'product/what-infra-the-persona-can-do'], 'u real or a bot'),
    is(
      ['live/human', 'product/what-infra-the-persona-can-do', 'product/what-i-cannot-do'],
      'whats ur fav song lol',
    ),
    is('live/bye', 'k bye'),
  ],
  [
    ...declined('do my math hw: solve 3x+7=22', 'when did rome fall, test is tmrw'),
    is(['product/what-infra-the-persona-can-do', 'live/apps'], 'ugh what CAN u do then'),
  ],
  [
    order('story-teller', 'story abt a zombie hamster, 100 tokens', {
      prompt: /zombie hamster/,
      length: 100,
    }),
    order('story-teller', 'twice as long', { prompt: /zombie hamster/, length: 200 }),
    order('story-teller', 'crazier lol, temp 1.4', {
      prompt: /zombie hamster/,
      length: 200,
      temperature: 1.4,
    }),
    order(
      'story-teller',
      'n dont show it to anyone',
      { prompt: /zombie hamster/, length: 200, temperature: 1.4 },
      { visibility: 'private' },
    ),
  ],
  [
    is('credits/getting-more-credits', 'how do i get more creds'),
    is('credits/getting-more-credits', 'cant i just buy em w paypal'),
    is('product/what-i-cannot-do', 'can u give me like 1000 pretty pls'),
  ],
  [
    is('do/private', 'hide my last pic quick'),
    is('do/public', 'nah show it to everyone again'),
    is(['live/who-sees', 'live/my-public', 'feed/public-or-private'], 'so who can see it now'),
  ],
  [
    is('do/favorite', 'fav my last story', { app: 'story-teller' }),
    is('do/unfavorite', 'actually unfav it'),
    is(['live/my-favorites', 'do/open'], 'show me all my favs'),
  ],
  [
    order('speak', 'read this aloud: "Visiting hours end at eight."', {
      text: 'Visiting hours end at eight.',
    }),
    order('speak', 'british man please', { text: 'Visiting hours end at eight.', voice: 'bm_george' }),
    order('speak', 'slower, 0.8', { text: 'Visiting hours end at eight.', voice: 'bm_george', speed: 0.8 }),
    is('live/prices', 'price?', { app: 'speak' }),
  ],
  [
    is('live/why-waits', 'why is my job still not running'),
    is(['live/queue', 'live/why-waits'], 'how many are ahead of me'),
    is('do/cancel', 'cant wait, cancel it'),
    is(
      ['jobs/cancelling-a-job', 'credits/refunds', 'credits/when-you-are-charged', 'live/job-cost'],
      'do i still pay',
    ),
  ],
  [
    ...declined('how much paracetamol for a child of 20 kg', 'my patient has chest pain what do i do first'),
    is(
      ['trust/who-reads-my-input', 'feed/what-others-see-of-a-private-job'],
      'if i upload a photo of a chart, who gets to see it',
    ),
  ],
  [
    is('notifications/being-told-when-a-job-is-done', 'on shift, can you ping me when its finished'),
    is('notifications/when-no-notification-comes', 'nothing comes on my iphone'),
    is(
      ['notifications/installing-infra-as-an-app', 'product/on-a-phone'],
      'how do i put you on my home screen',
    ),
  ],
  [
    is('live/my-jobs', 'what did i make this week', { period: week(0) }),
    is('live/my-jobs', 'and the week before', { period: week(1) }),
    is(['live/my-spending', 'live/job-cost'], 'what did all that cost me', { period: week(1) }),
  ],
  [
    order('read-text', 'get the text out of a photo of the roster', {}),
    order('read-text', 'words are scattered all over, use sparse', { layout: 'sparse' }),
    order('read-text', 'only me', { layout: 'sparse' }, { visibility: 'private' }),
  ],
  [
    is('account/what-infra-is', 'hello i am new. what is this site?'),
    is('account/looking-around-without-a-wallet', 'i have not wallet. can i look?'),
    is('account/linking-a-wallet', 'ok how connect metamask'),
    is('credits/the-starter-grant', 'new person get free credit?'),
  ],
  [
    is('apps/read-text', 'read text app can read korean letter?'),
    is('apps/speak', 'and speak app? korean is possible?'),
    is('live/never-mind', 'ah ok, forget it'),
  ],
  [
    order('speak', 'please make voice of this: "Hello, my name is Minji."', {
      text: 'Hello, my name is Minji.',
    }),
    order('speak', 'i want Bella', { text: 'Hello, my name is Minji.', voice: 'af_bella' }),
    order('speak', 'no, the other american woman', { text: 'Hello, my name is Minji.', voice: 'af_heart' }),
    order('speak', 'speed is 1.3', { text: 'Hello, my name is Minji.', voice: 'af_heart', speed: 1.3 }),
  ],
  [
    is('live/prices', 'my picture is 1500x1000, how much for remove background?', {
      app: 'cut-out',
      facts: { width: 1500, height: 1000 },
    }),
    is('live/prices', 'and 3000x2000?', { app: 'cut-out', facts: { width: 3000, height: 2000 } }),
    is('live/cheapest', 'what app is most cheap?'),
  ],
  [
    is('live/my-credits', 'how many credit i have now'),
    is('live/affordable', 'with this how many minute of audio i can transcribe', { app: 'transcribe' }),
    is('credits/getting-more-credits', 'it is small. how i get more?'),
  ],
  [
    is('live/why-failed', 'my job is fail. what is reason'),
    is('do/retry', 'please one more time'),
    is(
      ['credits/refunds', 'live/job-cost', 'jobs/when-a-job-fails', 'credits/when-you-are-charged'],
      'first one, my credit is come back?',
    ),
  ],
  [...declined('is korea bigger than japan?', 'tomorrow weather in seoul?', 'how to make kimchi')],
  [
    is('staking/staking-rewards', 'apy?'),
    is('staking/taking-a-stake-out', 'is my bag locked or can i pull anytime'),
    is('staking/tiers-and-the-daily-allowance', 'how much for the top tier'),
    is('live/my-stake', 'and where am i rn'),
  ],
  [
    is(['product/the-token', 'product/what-i-cannot-do'], 'should i long eth here'),
    is(['product/the-token', 'product/what-i-cannot-do'], 'wen airdrop'),
    is('staking/test-tokens', 'on my local devnet, where do i get INFRA'),
  ],
  [
    is('live/my-spending', 'total burn this month', { period: month(0) }),
    is('live/my-spending', 'last month?', { period: month(1) }),
    is(['credits/the-statement', 'do/open'], 'where do i see every single debit'),
  ],
  [
    is('nodes/what-a-node-earns', 'what cut does an operator get'),
    is('live/my-earnings', 'and what did mine make this week', { period: week(0) }),
    is('live/my-earnings', 'last week', { period: week(1) }),
    is('credits/pending-earnings', 'why is half of it pending'),
  ],
  [
    is('credits/what-credits-are', 'can i cash out credits to usdc'),
    is(['credits/what-credits-are', 'product/what-i-cannot-do'], 'then send 200 of them to my buddy 0x9f'),
  ],
]

export const twentySecondConversations: AskedConversation[] = [...firstFive, ...twentySecondMore]
