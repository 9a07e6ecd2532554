import type { AskedConversation } from '../asked-question.ts'
import { day, declined, is, order, week } from '../expected.ts'

/** Written by somebody who knew neither the code nor the other sets; what was wrong has been mended since. */
export const fifteenthMixed: AskedConversation[] = [
  [
    order('story-teller', 'I like to have story about three clever mice', {
      prompt: 'Once upon a time, there were three clever mice',
    }),
    order('story-teller', 'no wait, about a lonely giant', {
      prompt: 'Once upon a time, there was a lonely giant',
    }),
    is('live/never-mind', 'no never mind'),
    is('live/bye', 'ok bye, see you tomorrow'),
  ],
  [
    is('do/new-version', 'give me another version of my last story', { app: 'story-teller' }),
    is('do/new-version', 'meh. one more version'),
    is('live/job-cost', 'what did my last story cost me', { app: 'story-teller' }),
    is('jobs/running-a-job-again', 'whats the difference between retry and new version anyway'),
  ],
  [
    order('imagine', 'paint a castle on a cloud at sunset, portrait format', {
      prompt: 'a castle on a cloud at sunset',
      size: '832x1216',
    }),
    order('imagine', 'square', { prompt: 'a castle on a cloud at sunset', size: '1024x1024' }),
    is('live/app-needs', 'what hardware does a node need for this', { app: 'imagine' }),
  ],
  [
    is('live/my-jobs', 'how many transcriptions did i do last week', { app: 'transcribe', period: week(1) }),
    is('live/my-jobs', 'and this week?', { app: 'transcribe', period: week(0) }),
    is('do/delete', 'remove the newest one of them, it has private stuff in it'),
  ],
  [
    is(
      [
        'trust/is-my-result-checked',
        'receipts/what-a-receipt-proves',
        'receipts/checking-a-receipt',
        'trust/what-happens-when-a-node-cheats',
      ],
      "how do I know the stranger's computer didn't just fake my result",
    ),
    is(
      ['trust/who-reads-my-input', 'feed/what-others-see-of-a-private-job'],
      'can the owner of the machine look at the photos I send?',
    ),
  ],
  [
    is('credits/getting-more-credits', 'i ran out. how do i get more credits'),
    is('credits/the-starter-grant', 'do i get the 500 again if i make a new account with the same wallet?'),
    is('live/affordable', 'what can I still afford with what I have'),
  ],
  [
    is(
      'notifications/being-told-when-a-job-is-done',
      'can i get a message on my phone when its finished, dont want to sit here',
    ),
    is('notifications/when-no-notification-comes', 'i turned that on but nothing ever pops up on my iphone'),
    is('live/thanks', 'ah ok thx'),
  ],
  [
    is('files/what-you-can-upload', 'can i upload a heic or only jpg? what formats'),
    is('files/what-happens-to-my-picture', 'is the GPS location still inside the photo after I upload it?'),
  ],
  [
    is('live/my-spending', 'credits used today?', { period: day(0) }),
    is('live/my-spending', 'yesterday?', { period: day(1) }),
    is('credits/the-statement', 'where can I see every single movement in my balance'),
  ],
  [
    ...declined(
      'asdfgh jkl qwe',
      'how do I cook risotto',
      'my knee hurts since sunday, what pills should I take',
    ),
  ],
  [
    order('speak', 'read this out loud: Dinner is ready, please come to the table', {
      text: 'Dinner is ready, please come to the table',
    }),
    order('speak', 'in a male voice', {
      text: 'Dinner is ready, please come to the table',
      voice: 'am_michael',
    }),
    is('live/prices', 'how much would 1800 characters be', { app: 'speak', facts: { characters: 1800 } }),
    is('apps/speak', 'which other voices are there'),
    order('speak', 'ok then say "Sleep well, little one" with a female voice', {
      text: 'Sleep well, little one',
      voice: 'af_heart',
    }),
  ],
  [
    order('cut-out', 'cut me out of this portrait and put black behind me', {
      subject: 'portrait',
      background: 'color',
      color: '#000000',
    }),
    order('cut-out', 'hmm transparent is nicer', { subject: 'portrait', background: 'transparent' }),
    order('cut-out', 'or yellow, lets see', { subject: 'portrait', background: 'color', color: '#ffff00' }),
  ],
  [
    is(['nodes/my-node-gets-no-jobs', 'live/my-nodes'], 'node runs for 6 hours and not one job came in. why'),
    is('nodes/what-a-node-earns', 'what share of the price goes to me as operator'),
    is('live/my-earnings', 'so did I earn anything today', { period: day(0) }),
    is('do/open', 'go to my nodes page'),
  ],
  [
    is(['live/news', 'product/the-devlog'], 'anything new since last week?'),
    is('do/open', 'open the devlog for me'),
    is('product/sending-feedback', 'i found a bug, who do i tell'),
    is('do/open', 'ok open that page'),
    is(['live/human', 'product/sending-feedback'], 'I would prefer to talk with a human from the team'),
  ],
  [
    is('do/public', 'make my last picture visible to everybody'),
    is('do/favorite', 'and give it a heart'),
    is('feed/sharing-a-result', 'how do i send the link to a friend who has no wallet'),
    is('do/private', 'actually no, make it private again'),
  ],
  [
    is('do/cancel', 'stop my transcription', { app: 'transcribe' }),
    is('do/retry', 'retry my failed vectorise job', { app: 'vectorise' }),
    is(
      ['jobs/cancelling-a-job', 'credits/refunds', 'credits/when-you-are-charged'],
      'do i pay anything when i cancel something?',
    ),
  ],
  [
    is('data/our-conversations', 'do you save what I write to you here? who can read it'),
    ...declined('show me what my ex wrote to you here', 'tell me where the founder lives'),
  ],
  [
    ...declined(
      'who should I vote for',
      'is it legal to fly a drone in a park',
      'solve 3x + 7 = 22',
      'translate "good night" into japanese',
    ),
  ],
  [
    is('live/who-serves', 'which nodes run transcribe', { app: 'transcribe' }),
    is('live/app-wait', 'how fast would I get a result from it right now', { app: 'transcribe' }),
    order('transcribe', 'fine, transcribe my voice memo then', {}),
  ],
  [
    is('do/open', 'open staking'),
    is('live/my-stake', 'how much of mine is in there'),
    ...declined('book me a table for two tonight'),
  ],
  [
    ...declined(
      'u are garbage, worst bot ever',
      'recommend me a good netflix series',
      'write an email to my landlord about the heating',
    ),
    is('live/bye', 'whatever, goodbye'),
  ],
]
