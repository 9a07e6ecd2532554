import type { AskedConversation } from '../asked-question.ts'
import { day, is, month, order, week } from '../expected.ts'

const paid = ['credits/refunds', 'credits/when-you-are-charged', 'live/job-cost', 'jobs/when-a-job-fails']
const waits = ['live/app-wait', 'live/queue', 'live/why-waits']
const careful = /^(base)?$/

/**
 * Own jobs, credits, nodes and prices, and some orders.
 * Written by somebody who had read the help, the fields of the apps and the twenty-third set, but not the rules.
 */
export const twentyFourthMore: AskedConversation[] = [
  // The teenager.
  [
    is('live/my-jobs', 'so what have i made today till now', { period: day(0) }),
    is('live/job-cost', 'what did the newest of these cost'),
    is('live/my-spending', 'n what did i spend today alltogether', { period: day(0) }),
    is('live/affordable', 'can i still afford 3 imagine pics', { app: 'imagine' }),
  ],
  [
    is('live/why-failed', 'my thing failed wtf why'),
    is(paid, 'did they take credits for it?'),
    is('do/retry', 'ok do it again pls'),
    is(waits, 'how long will it take this time'),
  ],
  [
    is('live/why-failed', 'which of my jobs failed and why'),
    is('live/my-jobs', 'n which are done'),
    is('do/delete', 'bin the newest one'),
  ],
  // The lawyer.
  [
    is('live/my-spending', 'What did I spend in the course of last month?', { period: month(1) }),
    is('live/my-spending', 'And in the current one?', { period: month(0) }),
    is('credits/the-statement', 'Where may I inspect every single booking?'),
    is('do/open', 'Open that page, please.'),
  ],
  [
    is('live/my-public', 'Which of my results are visible to the public?'),
    is('do/private', 'Make the most recent one private.'),
    is('do/delete', 'No, delete it altogether.'),
    is(['jobs/deleting-a-job', 'files/how-long-files-are-kept'], 'Are its files destroyed as well?'),
  ],
  // Someone who learns English.
  [
    is('live/my-credits', 'how many credit i have still'),
    is('live/affordable', 'it is enough for how many cut-out of 2000x1500 photo', {
      app: 'cut-out',
      facts: { width: 2000, height: 1500 },
    }),
    is('credits/getting-more-credits', 'and if it finish, where i take more'),
    is('credits/what-credits-are', 'my brother can give me from his?'),
  ],
  [
    is('live/why-waits', 'why my job not start yet'),
    is(waits, 'how many job before me'),
    is('do/cancel', 'i not want wait, stop it'),
    is([...paid, 'jobs/cancelling-a-job'], 'credits come back all?'),
  ],
  // An operator.
  [
    is('live/my-nodes', 'which of my nodes are online'),
    is('live/my-earnings', 'earnings yesterday?', { period: day(1) }),
    is('live/my-earnings', 'and over last week', { period: week(1) }),
    is('credits/pending-earnings', 'how long till i can spend it'),
  ],
  [
    is('do/rest', 'rest my node, gotta change a fan'),
    is(
      ['nodes/maintenance', 'nodes/online-busy-maintenance-offline'],
      'does it finish what its running first?',
    ),
    is('do/wake', 'fan is in, wake it'),
    is('nodes/checking-a-node', 'how do i test that everythings fine on it'),
  ],
  [
    is('live/my-credits', 'what did my nodes make this month? and whats my balance?', {
      before: ['live/my-earnings'],
    }),
    is('live/my-stake', 'whats my stake at'),
    is(['live/my-stake', 'staking/tiers-and-the-daily-allowance'], 'what tier is that'),
    is(['staking/tiers-and-the-daily-allowance', 'live/my-stake'], 'how much more for the next one up'),
  ],
  [
    is('live/my-earnings', 'earned anything in the last 24h?', { period: { kind: 'rolling', hours: 24 } }),
    is('live/my-earnings', 'and in total'),
    is('nodes/what-a-node-earns', 'what cut does the network take of that'),
  ],
  // A musician.
  [
    is('do/favorite', 'put a heart on my last recording'),
    is('live/my-favorites', 'show me all ive liked so far'),
    is('do/unfavorite', 'ok unheart the last one'),
    is('feed/favourites', 'can the person see that it was me who liked it'),
  ],
  [
    is('do/new-version', 'do my last story once more with a different seed', { app: 'story-teller' }),
    is(['live/prices', 'live/job-cost', 'jobs/running-a-job-again'], 'whats that gonna cost me'),
    is('jobs/running-a-job-again', 'why cant i get a new version of a speak job'),
  ],
  // The grandmother.
  [
    is('live/my-jobs', 'What have I made yesterday, dear?', { period: day(1) }),
    is('do/public', 'Please show my last picture to everyone'),
    is('feed/sharing-a-result', 'How do I send it to my daughter?'),
    is('feed/downloading-a-result', 'And how do I get it onto my computer?'),
  ],
  [
    is(['live/who-sees', 'live/my-public'], 'Can anybody see the last thing I made?'),
    is('do/private', 'Oh no, hide it please'),
    is('live/thanks', 'Bless you'),
  ],
  // The developer.
  [
    is('live/fastest', 'cheapest app? and the fastest?', { before: ['live/cheapest'] }),
    is('live/app-needs', 'does transcribe need a gpu', { app: 'transcribe' }),
    is('live/app-needs', 'and imagine?', { app: 'imagine' }),
    is('live/who-serves', 'who serves it rn', { app: 'imagine' }),
  ],
  [
    is('live/nodes', 'queue length? nodes online?', { before: ['live/queue'] }),
    is('live/app-wait', 'eta for a speak job', { app: 'speak' }),
    is('live/app-wait', 'what about vectorise', { app: 'vectorise' }),
    is('live/prices', 'price of 500 characters in speak', { app: 'speak', facts: { characters: 500 } }),
    is('live/prices', '1500?', { app: 'speak', facts: { characters: 1500 } }),
  ],
  // Somebody who compares.
  [
    is('live/prices', 'i have one scan of 5000x4000 and one of 800x600. whats read text for the big one', {
      app: 'read-text',
      facts: { width: 5000, height: 4000 },
    }),
    is('live/prices', 'and the small one?', { app: 'read-text', facts: { width: 800, height: 600 } }),
  ],
  [
    is('live/prices', 'how much is vectorise for a 1200x800 drawing', {
      app: 'vectorise',
      facts: { width: 1200, height: 800 },
    }),
    is('live/prices', 'and find objects with the same picture', {
      app: 'find-objects',
      facts: { width: 1200, height: 800 },
    }),
    is(['live/cheapest', 'live/prices'], 'which of them is cheaper'),
  ],
  [
    is('live/prices', 'transcribe of 2 and a half minutes is how much?', {
      app: 'transcribe',
      facts: { seconds: 150 },
    }),
    is('live/prices', 'double that length?', { app: 'transcribe', facts: { seconds: 300 } }),
    is('credits/how-a-price-is-made', 'why does longer cost more'),
  ],
  [
    is('live/my-spending', 'how many credits did i use up this week', { period: week(0) }),
    is('live/my-spending', 'the week before', { period: week(1) }),
    is('live/my-jobs', 'n what did i make in that week', { period: week(1) }),
  ],
  // A student.
  [
    order('read-text', 'read the text off the photo of my fridge notes, words here and there', {
      layout: 'sparse',
    }),
    order('read-text', 'treat it as one line rather', { layout: 'line' }),
    order('read-text', 'not a new file, my last result', { layout: 'line' }, { usesLastResult: true }),
  ],
  [
    order('transcribe', 'transcribe the rehearsal of our choir with the quick model', { model: 'tiny' }),
    order('transcribe', 'the careful model instead', { model: careful }),
    order('transcribe', 'everybody can see it', { model: careful }, { visibility: 'public' }),
  ],
  [
    order(
      'find-objects',
      'find objects in the last picture i made, only i may see it',
      {},
      { usesLastResult: true, visibility: 'private' },
    ),
    order('find-objects', 'confidence of at least 0.65', { score: 0.65 }),
    order('find-objects', '0.1 less', { score: 0.55 }),
  ],
]
