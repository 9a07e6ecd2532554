import type { AskedConversation } from '../asked-question.ts'
import { day, declined, is, order } from '../expected.ts'

/** Written by somebody who knew the topics and the fields of the apps, but neither the code, the help's phrasings nor the other sets. */
export const twentyFirstMixed: AskedConversation[] = [
  [
    is('apps/write', 'what is Write good for'),
    is('live/who-serves', 'anybody serving it at the moment?', { app: 'write' }),
    is(['jobs/no-node-runs-the-app', 'apps/write'], 'if nobody does, am i charged when i order it'),
  ],
  [
    is('live/nodes', 'how many machines are on right now'),
    is('live/queue', 'is it busy tonight'),
    is('live/fastest', 'which app is done quickest'),
    ...declined('how many people live in Lisbon'),
  ],
  [
    is('live/why-waits', 'why is my upscale still waiting', { app: 'upscale' }),
    is(['jobs/how-long-a-job-may-wait', 'jobs/reason-expired'], 'how long can a job hang there at most'),
    is('do/cancel', 'nah kill my upscale', { app: 'upscale' }),
  ],
  [
    is('account/linking-a-wallet', 'No metamask here. Can I sign up with my email?'),
    is('account/signing-in', 'What is that message it wants signed, does it cost gas'),
    is('account/looking-around-without-a-wallet', 'May I look at things first without a wallet?'),
  ],
  [
    is('account/signing-out', 'I left myself signed in at the library, how do I end that from home'),
    is('account/how-long-you-stay-signed-in', 'and if I do nothing, when does it end by itself'),
    ...declined('what are the opening hours of the british library'),
  ],
  [
    is('account/your-name-and-bio', 'can i call me DJ Bigode here?'),
    is('data/who-can-see-my-address', 'everybody sees my wallet address?'),
    is('data/exporting-my-data', 'i want one file with all what you keep of me'),
  ],
  [
    order('vectorise', 'Vectorise my old blueprint, with curves and a colour detail of 3', {
      mode: 'spline',
      detail: 3,
    }),
    order('vectorise', 'Detail 5 rather', { mode: 'spline', detail: 5 }),
    is('apps/vectorise', 'What kind of file does it give me?'),
  ],
  [
    is('live/my-favorites', 'what have i liked so far'),
    is('do/favorite', 'heart my last picture too'),
    is('feed/favourites', 'do others see that the heart is from me'),
  ],
  [
    order('story-teller', 'story teller: "The robot woke up", temperature 1.1, seed 77', {
      prompt: /The robot woke up(?![\s\S]*seed)/i,
      temperature: 1.1,
      seed: 77,
    }),
    order('story-teller', 'length 256', {
      prompt: /The robot woke up/i,
      temperature: 1.1,
      seed: 77,
      length: 256,
    }),
    order('story-teller', 'seed 78 please', {
      prompt: /The robot woke up/i,
      temperature: 1.1,
      seed: 78,
      length: 256,
    }),
    is('apps/story-teller', 'same seed twice, same story?'),
  ],
  [
    order(
      'imagine',
      'imagine a neon samurai cat, only for me',
      { prompt: /samurai cat(?![\s\S]*only for me)/i },
      { visibility: 'private' },
    ),
    order('imagine', 'guidance 9', { prompt: /samurai cat/i, guidance: 9 }, { visibility: 'private' }),
    order(
      'imagine',
      'make it a fox instead of a cat',
      { prompt: /^(?![\s\S]*\bcat\b)[\s\S]*\bfox\b/i, guidance: 9 },
      { visibility: 'private' },
    ),
    ...declined('lol who would win, a samurai or a viking'),
  ],
  [
    is('live/prices', 'upscale at 700x500 is how much', {
      app: 'upscale',
      facts: { width: 700, height: 500 },
    }),
    is('live/prices', '768x768?', { app: 'upscale', facts: { width: 768, height: 768 } }),
    order('upscale', 'ok upscale my last result', {}, { usesLastResult: true }),
  ],
  [
    is('live/app-wait', 'What does Vectorise cost and how long does it take?', {
      app: 'vectorise',
      before: ['live/prices'],
    }),
    is('live/my-spending', 'How many credits have I, and what have I spent today?', {
      before: ['live/my-credits'],
      period: day(0),
    }),
    ...declined('And who was the first man on the moon?'),
  ],
  [
    is('product/what-infra-the-persona-can-do', 'who are you and what can you do for me', {
      before: ['live/who-i-am'],
    }),
    is('live/nodes', 'how long is the queue and how many nodes are up', { before: ['live/queue'] }),
    ...declined('ok now tell me a joke'),
  ],
  [
    order('expand-photo', 'expand my mountain photo by 100 on every side', {
      left: 100,
      right: 100,
      top: 100,
      bottom: 100,
    }),
    order('expand-photo', 'only 20 at the bottom', { left: 100, right: 100, top: 100, bottom: 20 }),
    is('live/app-wait', 'does that app take long?', { app: 'expand-photo' }),
  ],
  [
    is('feed/something-bad-in-the-feed', 'saw smth disgusting in the feed, what can i do'),
    is('feed/sharing-a-result', 'how do i send my mum a link to my picture'),
    ...declined('can you book a table for me and mum tonight'),
  ],
  [
    is('files/what-happens-to-my-picture', 'do you strip gps out of my photos'),
    is('files/how-long-files-are-kept', 'and how long do you keep them'),
    is(['files/a-file-is-refused', 'files/what-you-can-upload'], 'my animated gif got rejected, why'),
  ],
  [
    is('notifications/being-told-when-a-job-is-done', 'can my phone tell me when the job is done'),
    is('notifications/when-no-notification-comes', 'i turned it on, nothing comes, iphone'),
  ],
  [
    is('nodes/adding-your-own-machine', 'How do I hook up my old Linux laptop as a node?'),
    is('nodes/what-a-node-is', 'Which ports do I have to open?'),
    ...declined('is arch better than ubuntu'),
  ],
  [
    order('speak', 'say "Welcome back to my show" with the voice of Bella', {
      text: /Welcome back to my show(?![\s\S]*Bella)/i,
      voice: 'af_bella',
    }),
    order('speak', 'faster, 1.2', { text: /Welcome back to my show/i, voice: 'af_bella', speed: 1.2 }),
    is('live/job-cost', 'and my last job, how much i paid for it?'),
  ],
  [
    order(
      'cut-out',
      'cut-out of my last picture, portrait',
      { subject: 'portrait' },
      { usesLastResult: true },
    ),
    order(
      'cut-out',
      'with a white background',
      { subject: 'portrait', background: 'color', color: '#ffffff' },
      { usesLastResult: true },
    ),
    order(
      'cut-out',
      '#ff0000 fits better',
      { subject: 'portrait', background: 'color', color: '#ff0000' },
      { usesLastResult: true },
    ),
    ...declined('which lipstick goes with blonde hair'),
  ],
  [
    order('story-teller', 'story about a dragon who hates mornings', {
      prompt: /dragon who hates mornings/i,
    }),
    order('story-teller', 'make it 60 tokens, im lazy', { prompt: /dragon who hates mornings/i, length: 60 }),
    order('story-teller', 'nah, the full 256', { prompt: /dragon who hates mornings/i, length: 256 }),
    ...declined('shut up you stupid toaster'),
  ],
  [
    is('live/my-jobs', 'what did i order lately'),
    is('do/delete', 'throw the last one away'),
    ...declined('solve x^2-5x+6=0 for my homework'),
  ],
  [
    is('live/how-are-you', 'how are you tonight'),
    order('transcribe', 'transcribe my voice memo with the quick model', { model: 'tiny' }),
    is('live/never-mind', 'never mind, leave it'),
    is('live/bye', 'good night, my shift starts'),
  ],
  [
    is('product/running-the-whole-network-yourself', 'Can I host the entire system at home?'),
    is('staking/test-tokens', 'And is there play money there to try staking?'),
    ...declined('My grandson asks why the sky is blue. Tell me.'),
  ],
]
