import type { AskedConversation } from '../asked-question.ts'
import { day, is, month, order, week } from '../expected.ts'

/** Written when the rules were thought done (204 of 224 right); what was wrong has been mended since. About what people make and own. */
export const fourthConversations: AskedConversation[] = [
  [
    order('story-teller', 'my daughter wants a story about a unicorn', {
      prompt: 'Once upon a time, there was a unicorn',
    }),
    order('story-teller', 'can you make it longer', {
      prompt: 'Once upon a time, there was a unicorn',
      length: 256,
    }),
    is('live/prices', 'how much do you want for it', { app: 'story-teller' }),
    is('live/app-wait', 'how long will she have to wait for it', { app: 'story-teller' }),
  ],
  [
    order('story-teller', 'write a short story about four thieves', {
      prompt: 'Once upon a time, there were four thieves',
      length: 100,
    }),
    order('story-teller', 'no, about a detective', {
      prompt: 'Once upon a time, there was a detective',
      length: 100,
    }),
  ],
  [
    order('speak', 'please read out loud: flight 212 is now boarding', {
      text: 'flight 212 is now boarding',
    }),
    order('speak', 'use a british lady', { text: 'flight 212 is now boarding', voice: 'bf_emma' }),
    order('speak', 'slower', { text: 'flight 212 is now boarding', voice: 'bf_emma', speed: 0.8 }),
    is('live/prices', 'what would that be in credits? how much', { app: 'speak' }),
  ],
  [
    order('speak', 'say "happy birthday, tom"', { text: 'happy birthday, tom' }),
    order('speak', 'michael should say it, with michael', {
      text: 'happy birthday, tom',
      voice: 'am_michael',
    }),
  ],
  [
    order('imagine', 'paint me a harbour at night', { prompt: 'a harbour at night' }),
    order('imagine', 'in 512x512', { prompt: 'a harbour at night', size: '512x512' }),
    order('imagine', 'how about a forest instead', { prompt: 'a forest', size: '512x512' }),
    is('live/app-needs', 'does my laptop need a gpu for this', { app: 'imagine' }),
  ],
  [
    order('imagine', 'create a poster of a jazz band', { prompt: 'a jazz band' }),
    order('imagine', '20 steps are enough', { prompt: 'a jazz band', steps: 20 }),
    is('live/who-serves', 'are there nodes for that? who runs it', { app: 'imagine' }),
  ],
  [
    order('cut-out', 'i want to remove the background of my product photo', {}),
    order('cut-out', 'white background please', { background: 'color', color: '#ffffff' }),
    is('live/prices', 'how much for a 3000x2000 one', {
      app: 'cut-out',
      facts: { width: 3000, height: 2000 },
    }),
  ],
  [
    order('cut-out', 'cut my girlfriend out of this photo', {}),
    order('cut-out', 'it is a portrait', { subject: 'portrait' }),
  ],
  [
    order('vectorise', 'convert this icon to svg please', {}),
    order('vectorise', 'smooth curves', { mode: 'spline' }),
    order('vectorise', 'and black and white', { mode: 'spline', colors: 'binary' }),
  ],
  [
    order('upscale', 'can you double the size of my picture', {}),
    is('live/prices', 'what does it cost for 512 x 512', {
      app: 'upscale',
      facts: { width: 512, height: 512 },
    }),
    is('live/prices', 'and if it is half that size?', { app: 'upscale', facts: { width: 256, height: 256 } }),
  ],
  [
    order('transcribe', 'i need a transcript of my interview', {}),
    order('transcribe', 'be careful, i need it accurate', { model: 'base' }),
    is('live/prices', 'it is eight minutes long, how much is it', {
      app: 'transcribe',
      facts: { seconds: 480 },
    }),
  ],
  [
    order('transcribe', 'make captions for my talk', {}),
    order('transcribe', 'a quick one will do', { model: 'tiny' }),
  ],
  [
    order('read-text', 'get the text from my screenshot please', {}),
    order('find-objects', 'find the cars in this photo', {}),
    order('find-objects', 'only if you are 80 percent sure', { score: 0.8 }),
  ],
  [
    order('erase-fill', 'remove the lamp post from my picture', {}),
    order('expand-photo', 'expand the picture by 60 pixels at the bottom', {
      left: 0,
      right: 0,
      top: 0,
      bottom: 60,
    }),
  ],
  [
    is('apps/upscale', 'what is upscale good for'),
    is('live/prices', 'and what does that cost', { app: 'upscale' }),
    order('upscale', 'ok, let us try it', {}),
  ],
  [
    is('live/my-credits', 'hello, what is my balance please'),
    is('live/affordable', 'how many stories can i get for that', { app: 'story-teller' }),
    is('live/affordable', 'and how many upscales?', { app: 'upscale' }),
  ],
  [
    is('live/my-credits', 'credits left?'),
    is('credits/getting-more-credits', 'not much. how can i get some more'),
    is('live/cheapest', 'whats the cheapest app then'),
  ],
  [
    is('live/my-jobs', 'show me everything i made last month', { period: month(1) }),
    is('live/my-jobs', 'and this week', { period: week(0) }),
    is('live/my-spending', 'how much did i pay for all that this week', { period: week(0) }),
  ],
  [
    is('live/my-jobs', 'did i order anything yesterday', { period: day(1) }),
    is('live/job-cost', 'how much was the last one'),
    is('do/delete', 'remove the last one please'),
  ],
  [
    is('live/my-jobs', 'is my transcript ready', { app: 'transcribe' }),
    is('live/why-waits', 'why is it still not done'),
    is('do/cancel', 'ok then cancel'),
  ],
  [
    is('live/my-jobs', 'how is my story doing', { app: 'story-teller' }),
    is('do/cancel', 'i dont want it anymore, stop it'),
  ],
  [
    is('live/why-failed', 'why did i get an error on my last job'),
    is('do/retry', 'run it again please'),
    is('credits/refunds', 'do i have to pay twice or do i get a refund'),
  ],
  [is('live/why-failed', 'what was wrong with my upscale'), is('do/retry', 'could you retry that')],
  [
    is('live/my-spending', 'what are my expenses for today', { period: day(0) }),
    is('live/my-spending', 'and yesterday?', { period: day(1) }),
    is('live/my-spending', 'how many credits went into cut-outs', { app: 'cut-out' }),
  ],
  [
    is('live/my-public', 'which of my pictures can everybody see'),
    is('do/private', 'hide the last one'),
    is('do/public', 'no wait, publish it again'),
  ],
  [
    is('do/favorite', 'put my last picture in my favourites'),
    is('live/my-favorites', 'what else is in my favourites'),
    is('do/unfavorite', 'remove it from my favorites again'),
  ],
  [
    is('do/new-version', 'i would like a different version of my last picture'),
    is('do/new-version', 'and another one'),
    is('do/public', 'make that one public'),
  ],
  [
    is('live/my-nodes', 'are both of my computers online'),
    is('live/my-earnings', 'what did i earn with them this week', { period: week(0) }),
    is('do/rest', 'pause my computer'),
    is('do/wake', 'it can work again, start my node'),
  ],
  [
    is('live/my-earnings', 'how much did my node make today', { period: day(0) }),
    is('live/my-earnings', 'and last week', { period: week(1) }),
    is('credits/pending-earnings', 'why is some of it pending'),
  ],
  [
    is('do/rest', 'put my server in maintenance mode'),
    is('nodes/maintenance', 'how does maintenance work? how do i take a node out of service'),
  ],
  [
    is('live/my-stake', 'how big is my stake'),
    is('live/my-stake', 'and which tier is that, what is my tier'),
  ],
  [
    is('do/open', 'open the apps page'),
    is('do/open', 'go to feedback'),
    is('do/open', 'take me to my profile please'),
  ],
  [
    is('live/prices', 'how much is a 45 second recording', { app: 'transcribe', facts: { seconds: 45 } }),
    is('live/prices', 'and a minute and a half', { app: 'transcribe', facts: { seconds: 90 } }),
    is('live/affordable', 'do i have enough for that', { app: 'transcribe' }),
  ],
  [
    is('live/prices', 'speak with three hundred characters, how much?', {
      app: 'speak',
      facts: { characters: 300 },
    }),
    is('live/prices', 'and twelve hundred?', { app: 'speak', facts: { characters: 1200 } }),
  ],
  [
    is('live/prices', 'price for vectorising a full hd picture', {
      app: 'vectorise',
      facts: { width: 1920, height: 1080 },
    }),
    is('live/app-wait', 'how quick is that', { app: 'vectorise' }),
  ],
]
