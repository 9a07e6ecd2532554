import type { LiveName } from './live-answers.ts'

/** How people ask for what only the network knows. A tool of a language model is described by the same. */
export const livePhrases: Record<LiveName, string[]> = {
  nodes: [
    'How many nodes are online now?',
    'Which machines are connected at this moment?',
    'Is any node there?',
  ],
  queue: [
    'How long is the queue now?',
    'How many jobs are waiting or running?',
    'Is the network busy? How long do I wait now?',
  ],
  prices: ['What does an app cost?', 'The prices of all apps', 'How many credits for one job of this app?'],
  'my-credits': ['How many credits do I have?', 'My balance now', 'How much can I spend?'],
  'my-jobs': ['My last jobs', 'What is the status of my jobs?', 'What have I ordered?'],
  'why-failed': [
    'Why did my job fail?',
    'What went wrong with my last job?',
    'My last order ended with an error, why?',
  ],
  'my-nodes': ['How are my nodes doing?', 'What have my machines earned so far?'],
  apps: [
    'Which apps are there?',
    'What apps can I run now?',
    'Which apps are served by nodes?',
    'What tools are there?',
  ],
  news: ['What changed lately?', 'What is new in Infra?', 'The latest devlog entry'],
}

/** Not a question, and yet it wants an answer. */
export const greetings = ['Hello', 'Hi, how are you?', 'Good morning', 'Thank you', 'Bye']
