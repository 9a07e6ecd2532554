/** How people ask for what only the network knows. The tools of a language model are described with the same phrases. */
export const livePhrases = {
  nodes: [
    'How many nodes are online now?',
    'Which machines are connected at this moment?',
    'Is any node there?',
    'Number of active nodes',
    'Is somebody running a node today?',
    'Network status',
    'How many workers are alive?',
    'Is anyone serving jobs at present?',
  ],
  queue: [
    'How long is the queue now?',
    'How many jobs are waiting or running?',
    'Is the network busy? How long do I wait now?',
    'How many jobs are in line?',
    'Current waiting time',
    'Is there a lot of traffic?',
  ],
  prices: [
    'What does an app cost?',
    'The prices of all apps',
    'How many credits for one job of this app?',
    'Price list, price overview',
    'How expensive is it?',
    'What does it cost to run something?',
  ],
  'my-credits': [
    'How many credits do I have?',
    'My balance now',
    'How much can I spend?',
    'Credits remaining',
    'How rich am I?',
    'What is left in my account?',
    'Tell me my credit balance',
    'My credits',
  ],
  'my-jobs': [
    'My last jobs',
    'What is the status of my jobs?',
    'What have I ordered?',
    'Is my job done yet?',
    'List my latest orders',
    'What is happening with my order?',
    'Where is the thing that I ordered?',
  ],
  'why-failed': [
    'Why did my job fail?',
    'What went wrong with my last job?',
    'My last order ended with an error, why?',
    'What broke in my order?',
  ],
  'my-nodes': [
    'How are my nodes doing?',
    'What have my machines earned so far?',
    'How much have my nodes made?',
    'Status of my own nodes',
  ],
  apps: [
    'Which apps are there?',
    'What apps can I run now?',
    'Which apps are served by nodes?',
    'What tools are there?',
    'What can I run here?',
    'List of available apps',
    'What does Infra offer?',
  ],
  news: [
    'What changed lately?',
    'What is new in Infra?',
    'The latest devlog entry',
    'Recent changes and updates',
    'What did you change recently?',
  ],
} satisfies Record<string, string[]>

/** What only the network knows. */
export type LiveName = keyof typeof livePhrases

/** Not questions, but people expect an answer. */
export const greetings = ['Hello', 'Hi, how are you?', 'Good morning', 'Thank you', 'Bye']
