import type { AskedConversation } from '../asked-question.ts'
import { day, is, order, week } from '../expected.ts'

/** Written by somebody who knew neither the code nor the other sets (193 of 227 right when first asked). */
export const tenthConversations: AskedConversation[] = [
  [
    is('live/hello', 'Good evening!'),
    is('live/how-are-you', 'hows it going'),
    order('story-teller', "I'd love a tale about a clumsy penguin", {
      prompt: 'Once upon a time, there was a clumsy penguin',
    }),
    order('story-teller', 'could it be about a clever penguin instead?', {
      prompt: 'Once upon a time, there was a clever penguin',
    }),
  ],
  [
    order('story-teller', 'kids want story about three naughty kittens', {
      prompt: 'Once upon a time, there were three naughty kittens',
    }),
    is('live/prices', 'is it expensive', { app: 'story-teller' }),
    is('live/affordable', 'can i pay that with what i have', { app: 'story-teller' }),
  ],
  [
    order('story-teller', 'begin a story with "Nobody had ever seen the sea so calm"', {
      prompt: 'Nobody had ever seen the sea so calm',
    }),
    is('apps/story-teller', 'are the stories by story teller meant for children or adults'),
  ],
  [
    order('story-teller', 'short story about a talking teapot pls, 80 tokens', {
      prompt: 'Once upon a time, there was a talking teapot',
      length: 80,
    }),
    order('story-teller', 'a singing teapot instead', {
      prompt: 'Once upon a time, there was a singing teapot',
      length: 80,
    }),
    is('live/thanks', 'perfect, cheers'),
  ],
  [
    order('speak', 'text to speech: Your parcel has arrived', { text: 'Your parcel has arrived' }),
    order('speak', 'by a british man', { text: 'Your parcel has arrived', voice: 'bm_george' }),
    order('speak', 'bit faster', { text: 'Your parcel has arrived', voice: 'bm_george', speed: 1.25 }),
  ],
  [
    order('speak', 'I need a voice over, man voice: Three rules for better sleep', {
      text: 'Three rules for better sleep',
      voice: 'am_michael',
    }),
    order('speak', 'a woman instead', { text: 'Three rules for better sleep', voice: 'af_heart' }),
    is('live/app-wait', 'when would it be ready', { app: 'speak' }),
  ],
  [
    order('speak', 'pronounce "The quick ship sailed south" for me, slower', {
      text: 'The quick ship sailed south',
      speed: 0.8,
    }),
    is('apps/speak', 'how long a text can Speak read'),
  ],
  [
    order('imagine', 'paint a castle made of glass', { prompt: 'a castle made of glass' }),
    order('imagine', 'make it square', { prompt: 'a castle made of glass', size: '1024x1024' }),
    order('imagine', 'a castle made of ice instead', { prompt: 'a castle made of ice', size: '1024x1024' }),
  ],
  [
    order('imagine', 'create an image of a samurai cat riding a bicycle, tall', {
      prompt: 'a samurai cat riding a bicycle',
      size: '832x1216',
    }),
    is('live/prices', 'hw much', { app: 'imagine' }),
    is('live/who-serves', 'does any node run it at all', { app: 'imagine' }),
  ],
  [
    order('imagine', 'Could you please draw an oak tree in autumn for me?', {
      prompt: 'an oak tree in autumn',
    }),
    is('live/never-mind', "Oh, it doesn't matter, forget about it"),
  ],
  [
    order('cut-out', 'bg remove from pic', {}),
    order('cut-out', 'make the background red', { background: 'color', color: '#ff0000' }),
    order('cut-out', 'hmm black is better', { background: 'color', color: '#000000' }),
  ],
  [
    order('cut-out', 'I sell shoes online and need this shoe cut out on a white background', {
      background: 'color',
      color: '#ffffff',
    }),
    is('live/prices', 'what is price if photo is 3000x2000', {
      app: 'cut-out',
      facts: { width: 3000, height: 2000 },
    }),
    is('apps/cut-out', 'how well does cut-out manage hair'),
  ],
  [
    order('upscale', 'enlarge my image x2', {}),
    is('apps/upscale', 'does upscale invent details'),
    is('do/cancel', 'then cancel the job i have in the queue'),
    is('live/app-wait', 'how many minutes does upscale take now', { app: 'upscale' }),
  ],
  [
    order('read-text', 'OCR this receipt from the supermarket', {}),
    is('live/prices', 'price of that?', { app: 'read-text' }),
    is('feed/downloading-a-result', 'where can I copy the text afterwards'),
  ],
  [
    order('transcribe', 'quick transcription of my interview please', { model: 'tiny' }),
    is('apps/transcribe', 'what is the longest recording transcribe accepts'),
    is('live/prices', 'how many credits for a 90 second recording', {
      app: 'transcribe',
      facts: { seconds: 90 },
    }),
  ],
  [
    order('transcribe', 'type up what they say in this audio', {}),
    order('find-objects', 'list everything you can see in this image', {}),
    order('erase-fill', 'get rid of the trash can in my picture', {}),
  ],
  [
    order('erase-fill', 'old family photo has scratches, can you take them out', {}),
    is('live/cheapest', 'what is the least expensive thing on here'),
  ],
  [
    order('find-objects', 'how many cars are in this photo, find them', {}),
    is('do/private', 'change my last result so that only i see it'),
  ],
  [
    order('vectorise', 'vectorize my drawing in black and white', { colors: 'binary' }),
    is('apps/vectorise', 'what file comes out of vectorise'),
    is('live/app-needs', 'what would my box need to run it', { app: 'vectorise' }),
  ],
  [
    order('vectorise', 'I need my club emblem as vector graphic', {}),
    is('live/my-credits', 'how much credit have I left'),
  ],
  [
    order('expand-photo', 'make the photo wider, 300 px to the right', {
      left: 0,
      right: 300,
      top: 0,
      bottom: 0,
    }),
    is('apps/expand-photo', 'does expand photo work with people in it'),
  ],
  [
    order('expand-photo', 'extend picture 120 pixels left and 120 pixels right', {
      left: 120,
      right: 120,
      top: 0,
      bottom: 0,
    }),
    is('live/who-serves', 'which nodes can do that', { app: 'expand-photo' }),
  ],
  [
    order('story-teller', 'a story with a boy who was afraid of his own shadow', {
      prompt: 'Once upon a time, there was a boy who was afraid of his own shadow',
    }),
    order('speak', 'speak these words: Mind the gap between the train and the platform', {
      text: 'Mind the gap between the train and the platform',
    }),
    order('imagine', 'picture of a robot gardener watering roses, wide', {
      prompt: 'a robot gardener watering roses',
      size: '1216x832',
    }),
  ],
  [
    order('imagine', 'illustrate a whale swimming between skyscrapers', {
      prompt: 'a whale swimming between skyscrapers',
    }),
    order('imagine', 'portrait format', { prompt: 'a whale swimming between skyscrapers', size: '832x1216' }),
    order('upscale', 'different thing: i have a small jpg, make it 2x bigger', {}),
  ],
  [
    order('cut-out', 'passport photo: portrait, cut me out and put blue behind me', {
      subject: 'portrait',
      background: 'color',
      color: '#0000ff',
    }),
    order('read-text', 'grab the words from a photo of a street sign', {}),
  ],
  [
    is('live/my-credits', 'wallet linked. so how many credits are on my account?'),
    is('credits/the-statement', 'where is the full history of them'),
    is('live/my-spending', 'what did I spend today', { period: day(0) }),
    is('live/my-spending', 'and yesterday', { period: day(1) }),
  ],
  [
    is('live/my-jobs', 'list the jobs i made last week', { period: week(1) }),
    is('live/my-jobs', 'what about this week', { period: week(0) }),
    is('do/delete', 'delete the newest'),
  ],
  [
    is('live/my-jobs', 'where are my stories', { app: 'story-teller' }),
    is('do/public', 'share the newest one with everyone, make it public'),
    is('do/private', 'wait no, only for me'),
  ],
  [
    is('live/my-jobs', 'is my stuff done yet'),
    is('live/why-waits', 'why does it take so long??'),
    is('do/cancel', 'im done waiting, cancel'),
  ],
  [
    is('live/why-failed', 'it failed!! what went wrong with my job'),
    is('do/retry', 'run it once more'),
    is('live/app-wait', 'and how long is the wait for read text', { app: 'read-text' }),
  ],
  [
    is('live/why-failed', 'why i see error on my last order'),
    is(
      ['jobs/when-a-job-fails', 'credits/refunds', 'credits/when-you-are-charged'],
      'i must pay when job fail?',
    ),
    is('live/job-cost', 'how much was i charged for my last job'),
  ],
  [
    is('live/job-cost', 'What did my most recent job cost me?'),
    is('do/new-version', 'Give me another version of it'),
    is('do/favorite', 'Put that into my favourites please'),
  ],
  [
    is('live/my-public', 'what of mine can everyone see'),
    is('do/private', 'set my last job to private'),
    is('do/open', 'bring me to my profile'),
  ],
  [
    is('live/my-favorites', 'what have i hearted so far'),
    is('do/unfavorite', 'remove the heart from the last one'),
    is('do/open', 'let me see the feed'),
  ],
  [
    is('live/my-earnings', 'how much did my rig make this week', { period: week(0) }),
    is('live/my-earnings', 'last week?', { period: week(1) }),
    is('credits/pending-earnings', 'when can i spend what my node has earned'),
    is('live/my-nodes', 'status of my nodes'),
  ],
  [
    is('do/rest', 'pause my node, need to swap a disk'),
    is('nodes/maintenance', 'what happens to running jobs when a node goes into maintenance'),
    is('do/wake', 'disk swapped, take my node out of maintenance'),
  ],
]
