import type { AskedConversation } from '../asked-question.ts'
import { day, is, month, order, week } from '../expected.ts'

/** Written before the rules were looked at again (116 of 188 right); what was wrong has been mended since. About what people own and make. */
export const thirdConversations: AskedConversation[] = [
  [
    is('live/my-credits', 'yo how much do i have left on here'),
    is('live/affordable', 'is that enough for five cut outs?', { app: 'cut-out' }),
    is('credits/getting-more-credits', 'where can i top up'),
  ],
  [
    is('live/prices', 'what do you charge for enlarging a pic that is 300 by 200', {
      app: 'upscale',
      facts: { width: 300, height: 200 },
    }),
    is('live/prices', 'what if its twice as big', { app: 'upscale', facts: { width: 600, height: 400 } }),
    is('live/app-wait', 'roughly how long do i have to wait for it', { app: 'upscale' }),
  ],
  [
    is('live/prices', 'i have a ninety second voice memo, what would typing that up cost', {
      app: 'transcribe',
      facts: { seconds: 90 },
    }),
    is('live/prices', 'and ten minutes', { app: 'transcribe', facts: { seconds: 600 } }),
    order('transcribe', 'ok go ahead and transcribe it', {}),
  ],
  [
    order('story-teller', 'i need a bedtime story about a sleepy bear', {
      prompt: 'Once upon a time, there was a sleepy bear',
    }),
    order('story-teller', 'can it be a bunny instead', { prompt: 'Once upon a time, there was a bunny' }),
    order('story-teller', 'as long as possible please', {
      prompt: 'Once upon a time, there was a bunny',
      length: 256,
    }),
    is('live/prices', 'so what am i paying for this', { app: 'story-teller' }),
  ],
  [
    order('speak', 'can you say this out loud for me: the shop is closed on sunday', {
      text: 'the shop is closed on sunday',
    }),
    order('speak', 'by a man please', { text: 'the shop is closed on sunday', voice: 'am_michael' }),
    order('speak', 'a little faster', {
      text: 'the shop is closed on sunday',
      voice: 'am_michael',
      speed: 1.25,
    }),
  ],
  [
    order('speak', 'turn "see you on monday" into audio', { text: 'see you on monday' }),
    order('speak', 'with emmas voice', { text: 'see you on monday', voice: 'bf_emma' }),
  ],
  [
    order('imagine', 'generate a picture of an old train in the snow', {
      prompt: 'an old train in the snow',
    }),
    order('imagine', 'portrait format 512x768', { prompt: 'an old train in the snow', size: '512x768' }),
    order('imagine', 'make it a ship instead', { prompt: 'a ship', size: '512x768' }),
    is('live/who-serves', 'can anybody even do that at the moment?', { app: 'imagine' }),
  ],
  [
    order('imagine', 'i want a painting of two foxes dancing', { prompt: 'two foxes dancing' }),
    order('imagine', 'without any text', { prompt: 'two foxes dancing', negative: 'any text' }),
  ],
  [
    order('cut-out', 'get rid of the background behind my sister in this pic', { subject: 'portrait' }),
    order('cut-out', 'put her on blue', { subject: 'portrait', background: 'color', color: '#0000ff' }),
    order('cut-out', 'no, transparent', { subject: 'portrait', background: 'transparent' }),
  ],
  [
    order('vectorise', 'i need my company logo as a vector', {}),
    order('vectorise', 'just black and white', { colors: 'binary' }),
  ],
  [
    order('expand-photo', 'make my photo wider, 100 pixels on the left and 100 on the right', {
      left: 100,
      right: 100,
      top: 0,
      bottom: 0,
    }),
    order('expand-photo', 'add 50 px at the top', { left: 100, right: 100, top: 50, bottom: 0 }),
  ],
  [
    order('erase-fill', 'can you take the trash can out of my holiday picture', {}),
    order('read-text', 'what does it say on this sign, read it from the picture', {}),
    order('find-objects', 'what things can you see in my picture? detect them', {}),
  ],
  [
    order('transcribe', 'type up this podcast for me', {}),
    order('transcribe', 'the quick one is fine', { model: 'tiny' }),
    order('upscale', 'my picture is too small, make it larger', {}),
  ],
  [
    is('live/my-jobs', 'what was i doing here yesterday'),
    is('live/my-jobs', 'anything today?', { period: day(0) }),
    is('live/my-jobs', 'how many pictures did i make this month', { period: month(0) }),
    is('do/open', 'open my gallery'),
  ],
  [
    is('live/my-jobs', 'whats going on with my last picture'),
    is('live/job-cost', 'what did you take for it'),
    is('do/public', 'let everybody see it'),
    is('do/private', 'actually nobody should see it'),
  ],
  [
    is('live/my-jobs', 'is my thing done yet'),
    is('live/why-waits', 'why does it take so long'),
    is('do/cancel', 'forget it, stop that job'),
  ],
  [
    is('live/why-failed', 'my picture did not work, what happened'),
    is('do/retry', 'ok do it again'),
    is('credits/refunds', 'did i pay for the broken one? do i get my credits back'),
  ],
  [
    is('live/my-spending', 'how much did all of this cost me last month', { period: month(1) }),
    is('live/my-spending', 'this week?', { period: week(0) }),
    is('live/my-spending', 'and what went to speak', { app: 'speak' }),
  ],
  [
    is('live/my-spending', 'where did my credits go today', { period: day(0) }),
    is('live/my-spending', 'and in the past 24 hours', { period: { kind: 'rolling', hours: 24 } }),
  ],
  [
    is('live/my-public', 'can people see any of my stuff? what of mine is out in public'),
    is('do/private', 'please unpublish the last one'),
  ],
  [
    is('live/my-favorites', 'which ones did i like'),
    is('do/favorite', 'like my last image'),
    is('do/unfavorite', 'unlike it'),
  ],
  [
    is('live/my-nodes', 'is my machine online'),
    is('live/my-earnings', 'did it make any money yesterday', { period: day(1) }),
    is('do/rest', 'send it to maintenance for now'),
    is('do/wake', 'ok bring my node back'),
  ],
  [
    is('live/my-earnings', 'what am i making with my computer this month', { period: month(0) }),
    is('credits/pending-earnings', 'when do i get the pending part paid out'),
  ],
  [
    is('live/my-stake', 'how much do i have staked right now'),
    is('live/my-stake', 'what level does that give me'),
  ],
  [
    is('do/delete', 'throw away my last picture'),
    is('do/delete', 'erase that job'),
    is('jobs/deleting-a-job', 'how does deleting work? how can i delete a job'),
  ],
  [
    is('do/new-version', 'do my last story once more but different'),
    is('do/new-version', 'one more version'),
    is('do/favorite', 'save it to my favorites'),
  ],
  [
    is('do/open', 'bring me to the feed'),
    is('do/open', 'show me the staking page'),
    is('do/open', 'where are my settings? open my profile'),
  ],
  [
    is('live/cheapest', 'whats the least expensive thing to try'),
    is('live/fastest', 'which is done soonest? the fastest one'),
    is('live/apps', 'what all can i make here'),
  ],
  [
    is('live/who-serves', 'is anyone serving spek', { app: 'speak' }),
    is('live/prices', 'how much is trnscribe', { app: 'transcribe' }),
    is('live/prices', 'and vectorize', { app: 'vectorise' }),
    is('live/app-needs', 'do you need a video card for that one', { app: 'vectorise' }),
  ],
  [
    is('live/my-credits', 'how mny crdits do i hav'),
    is('live/my-jobs', 'shw me my jobs form yesterday', { period: day(1) }),
    is('do/cancel', 'plese cancl my job'),
  ],
]
