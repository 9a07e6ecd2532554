import type { LiveAnswer } from './live-answer.ts'

const ABOUT =
  'Ask me about apps, nodes, prices, your credits or your jobs, or tell me what to make. [The apps](/apps)'

/** What isn't about the network but is polite to answer. */
export const smallTalk = {
  'who-i-am': {
    text: `I’m Infra, the voice of this network: other people’s machines that run AI apps for you. ${ABOUT}`,
    mood: 'confident',
  },
  human: {
    text: `No, I’m a program. I say what the database knows, and admit what it doesn’t. ${ABOUT}`,
    mood: 'eyebrowraise',
  },
  thanks: { text: 'Any time. Is there anything you want to make? [The apps](/apps)', mood: 'happy' },
  bye: {
    text: 'Bye. Your jobs go on without you; you’ll find them here. [Your jobs](/profile/jobs)',
    mood: 'happy',
  },
  'never-mind': { text: `All right, nothing was done. ${ABOUT}`, mood: 'happy' },
  'how-are-you': {
    text: `As the network is: the face shows it. ${ABOUT}`,
    mood: 'happy',
  },
} satisfies Record<string, LiveAnswer>
