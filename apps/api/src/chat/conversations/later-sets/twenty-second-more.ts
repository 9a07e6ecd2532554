import type { AskedConversation } from '../asked-question.ts'
import { declined, is, order } from '../expected.ts'

/** More of them: a podcaster, a carpenter, a lawyer, an engineer. */
export const twentySecondMore: AskedConversation[] = [
  [
    order('transcribe', 'type up my interview with the careful model', { model: 'base' }),
    is('live/prices', "it's 7 minutes, what do i pay?", { app: 'transcribe', facts: { seconds: 420 } }),
    is('live/prices', 'and one of 3 min?', { app: 'transcribe', facts: { seconds: 180 } }),
    order('transcribe', 'do the quick one instead', { model: 'tiny' }),
  ],
  [
    is('apps/transcribe', 'do i get subtitles with times out of Transcribe?'),
    is(['files/what-you-can-upload', 'apps/transcribe'], 'my wav is 12 mb, is that too big'),
    is('files/a-file-is-refused', 'it says my file is damaged??'),
  ],
  [
    order('speak', 'Speak "Welcome to the Night Owl show" as a British man, speed 1.1', {
      text: 'Welcome to the Night Owl show',
      voice: 'bm_george',
      speed: 1.1,
    }),
    order('speak', 'change the text to "Welcome back, night owls"', {
      text: 'Welcome back, night owls',
      voice: 'bm_george',
      speed: 1.1,
    }),
    order('speak', 'no, the other British voice', {
      text: 'Welcome back, night owls',
      voice: 'bf_emma',
      speed: 1.1,
    }),
    order('speak', 'back to normal speed', { text: 'Welcome back, night owls', voice: 'bf_emma', speed: 1 }),
  ],
  [
    order('imagine', 'paint an owl wearing headphones, 832x1216, 40 steps, seed 99', {
      prompt: /^an owl wearing headphones$/,
      size: '832x1216',
      steps: 40,
      seed: 99,
    }),
    order('imagine', 'guidance 12', {
      prompt: /^an owl wearing headphones$/,
      size: '832x1216',
      steps: 40,
      seed: 99,
      guidance: 12,
    }),
    order('imagine', 'wide instead, 1216x832, and half the steps', {
      prompt: /^an owl wearing headphones$/,
      size: '1216x832',
      steps: 20,
      seed: 99,
      guidance: 12,
    }),
    is(['live/app-needs', 'live/who-serves', 'apps/imagine'], 'does that need a graphics card?', {
      app: 'imagine',
    }),
  ],
  [
    is('product/the-api', 'can i run this from a python script of mine'),
    is('product/webhooks', 'and have it call my server once a transcript is ready'),
    is(['do/open', 'product/the-api'], 'open the developers page for me'),
  ],
  [
    is('feed/sharing-a-result', 'can i send a clip to a listener who has no wallet?'),
    is('do/public', 'make my last one public then'),
    is('do/favorite', 'and heart it'),
  ],
  [
    order('vectorise', 'tern my logo in to a svg, blak and wite', { colors: 'binary' }),
    order('vectorise', 'use poligons', { colors: 'binary', mode: 'polygon' }),
    order('vectorise', 'ignor specks up to 12', { colors: 'binary', mode: 'polygon', speckle: 12 }),
    order('vectorise', 'acshully do it in colour', { colors: 'color', mode: 'polygon', speckle: 12 }),
  ],
  [
    is('credits/what-credits-are', 'wat is a credet'),
    is('live/my-credits', 'how meny do i hav'),
    is(['credits/the-statement', 'live/my-spending'], 'wher did they all go'),
  ],
  [
    order('cut-out', 'get rid of the bakground behind my oak tabel, put wite behind it', {
      background: 'color',
      color: '#ffffff',
    }),
    order('cut-out', 'no make it see thru, transparant', { background: 'transparent' }),
    order('cut-out', 'use my last reslut', { background: 'transparent' }, { usesLastResult: true }),
  ],
  [
    is('live/prices', 'foto is 4000x3000 how mutch to cut it out', {
      app: 'cut-out',
      facts: { width: 4000, height: 3000 },
    }),
    is('live/prices', 'and to vectorize the same foto?', {
      app: 'vectorise',
      facts: { width: 4000, height: 3000 },
    }),
    is('live/affordable', 'can i aford 5 of them?', { app: 'vectorise' }),
  ],
  [
    order('expand-photo', 'mak my pictur wider, 150 pixles on the left', {
      left: 150,
      right: 0,
      top: 0,
      bottom: 0,
    }),
    order('expand-photo', 'and the same on the rite', { left: 150, right: 150, top: 0, bottom: 0 }),
    order('expand-photo', 'no make both 300', { left: 300, right: 300, top: 0, bottom: 0 }),
  ],
  [
    is('product/what-infra-the-persona-can-do', 'wat can u help me wiv'),
    is('live/apps', 'whitch apps do you hav'),
    is('apps/read-text', 'witch one is for getting the words of a foto'),
  ],
  [
    is('data/exporting-my-data', 'I request a copy of all personal data that you hold on me.'),
    is('data/deleting-my-account', 'Should I close my account, what precisely survives?'),
    is('files/how-long-files-are-kept', 'And for how long do you retain uploads?'),
    is(
      ['trust/who-reads-my-input', 'feed/what-others-see-of-a-private-job'],
      "Could the owner of a machine read my client's contract?",
    ),
  ],
  [
    is('receipts/what-a-receipt-proves', 'What exactly is proven by one of these receipts?'),
    is('receipts/checking-a-receipt', 'Can I verify it without having to rely on your word?'),
    is('trust/what-happens-when-a-node-cheats', 'And if an operator simply fabricates results?'),
  ],
  [
    is('product/running-the-whole-network-yourself', 'Under which licence is your source code published?'),
    is('trust/is-my-result-checked', 'Does anybody verify the results at all?'),
    is('trust/a-result-that-looks-wrong', 'Mine is plainly wrong. What remedy do I have?'),
    is(['do/open', 'product/sending-feedback'], 'Then take me to the feedback page.'),
  ],
  [
    ...declined(
      'Can my landlord evict me without notice?',
      'Which statute governs oral contracts in France?',
    ),
    is(['apps/write', 'product/what-i-cannot-do'], 'Write a cease-and-desist letter to my neighbour.'),
  ],
  [
    is('feed/something-bad-in-the-feed', 'A stranger published my photograph in the feed. What can I do?'),
    is(
      ['product/what-i-cannot-do', 'feed/something-bad-in-the-feed'],
      "No. Delete that stranger's job for me at once.",
    ),
    is('do/delete', 'Very well. Delete my own last job, then.'),
  ],
  [
    is('data/our-conversations', 'Who is able to read this conversation?'),
    is('data/who-can-see-my-address', 'Is the address of my wallet disclosed to anyone?'),
    is('account/signing-in', 'Could the signature you demand move my funds?'),
  ],
  [
    is('live/my-nodes', 'status of my nodes'),
    is('do/rest', 'drain it, i need to swap a disk'),
    is('do/wake', 'ok back up, bring it online again'),
    is('nodes/my-node-gets-no-jobs', "it's online but idle, no jobs coming in, why"),
  ],
  [
    is('nodes/headless-machine', 'how do i link a vps over ssh, no browser there'),
    is('nodes/what-a-node-needs', 'min ram? and does windows server work'),
    is('nodes/keeping-a-node-up-to-date', 'can i turn the auto updates off on it'),
    is('nodes/checking-a-node', 'any self test command after setup?'),
  ],
  [
    is('nodes/serving-a-model-of-your-own', 'ollama on a 4090, how do i serve Write with it'),
    is(['nodes/what-a-node-needs', 'live/app-needs'], 'and the other apps, do they want a gpu too'),
    is('nodes/when-you-need-the-machine-yourself', 'can i cap its upload at 10 mbit'),
    is('nodes/is-it-safe-to-run-a-node', 'are jobs sandboxed?'),
  ],
  [
    is('nodes/being-told-when-something-is-wrong', 'i want a page when a node goes down'),
    is('nodes/many-nodes', 'got 100 boxes, can i tag them and drain in bulk'),
    is('nodes/removing-a-node', 'one is scrap, how do i get it off my list for good'),
  ],
  [
    is('product/the-api', 'is there an openapi doc'),
    is('product/webhooks', 'how do i verify a webhook signature'),
    ...declined('why does my k8s pod crashloop', 'regex for ipv4 pls'),
    is('product/the-api', 'back to business: can i cap what a key spends'),
  ],
  [
    is('nodes/a-node-that-rests', 'node paused after a few failures, for how long'),
    is('trust/a-node-on-probation', 'also it says probation, when does that end'),
    is('trust/what-new-known-trusted-and-watched-mean', 'difference between known and trusted?'),
  ],
]
