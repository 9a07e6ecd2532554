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
    'Are there many jobs in the queue?',
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
    'Do I still have any credits?',
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
  'why-waits': [
    'Why is my job still waiting?',
    'Why does my order not start?',
    'My job is stuck, why?',
    'What is my job waiting for?',
  ],
  'my-spending': [
    'How much did I spend this week?',
    'What have I spent so far?',
    'My spending today',
    'How many credits did my jobs use?',
  ],
  'job-cost': ['What did my last job cost?', 'How much did I pay for that job?'],
  affordable: [
    'What can I buy with my credits?',
    'How many stories can I afford?',
    'Do I have enough credits for that?',
    'What does my balance buy?',
  ],
  'my-public': [
    'What of mine is public?',
    'Which of my results can everyone see?',
    'How many of my jobs are private?',
  ],
  'my-favorites': ['What are my favourites?', 'Show my favourites', 'Which results did I like?'],
  'my-earnings': [
    'How much did I earn?',
    'What did my nodes earn this week?',
    'How many credits are pending?',
    'My earnings',
  ],
  'my-stake': ['What is my stake?', 'Which tier do I have?', 'How much have I staked?', 'My staking tier'],
  cheapest: ['Which app is the cheapest?', 'What costs the least?', 'The lowest price of all apps'],
  fastest: ['Which app is the fastest?', 'What is done quickest?', 'The app with the shortest run'],
  'who-serves': [
    'Who runs this app?',
    'Which nodes serve Cut-out?',
    'How many nodes can upscale?',
    'Is there a node for Imagine?',
  ],
  'app-wait': ['How long does Upscale take?', 'How long do I wait for a story?', 'How quick is Transcribe?'],
  'app-needs': [
    'Do I need a graphics card to use an app?',
    'What do I need for Imagine?',
    'Must I install anything to run an app?',
  ],
  'my-nodes': ['How are my nodes doing?', 'Are my machines running well?', 'Status of my own nodes'],
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
export const greetings = ['Hello', 'Hi, how are you?', 'Good morning']

/** About Infra itself. */
export const smallTalkPhrases = {
  'who-i-am': ['Who are you?', 'What is your name?', 'Tell me about yourself', 'Introduce yourself'],
  human: ['Are you a human?', 'Are you a bot?', 'Am I talking to a person?', 'Are you an AI?'],
  thanks: ['Thank you', 'Thanks a lot', 'Well done'],
  bye: ['Bye', 'Good night, see you tomorrow', 'I have to go'],
  'how-are-you': ['How are you?', 'How do you feel?', 'How is it going?'],
} satisfies Record<string, string[]>
