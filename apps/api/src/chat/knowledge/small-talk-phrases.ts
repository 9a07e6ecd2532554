/** Not questions, but people expect an answer. */
export const greetings = ['Hello', 'Hi, how are you?', 'Good morning']

/** About Infra itself. */
export const smallTalkPhrases = {
  'who-i-am': [
    'Who are you?',
    'What is your name?',
    'What should I know about you?',
    'Introduce yourself',
    'So what exactly are you?',
    'Who am I talking to?',
    'What should I call you?',
    'What kind of thing are you?',
    'Who made you?',
  ],
  human: [
    'Are you a human?',
    'Are you a bot?',
    'Am I talking to a person?',
    'Are you an AI?',
    'Am I chatting with a real human?',
    'Is there a person behind this?',
    'Are you a machine?',
    'Are you real?',
  ],
  thanks: [
    'Thank you',
    'Thanks a lot',
    'Well done',
    'Cheers',
    'That helped, thank you',
    'You are the best',
    'Awesome, thanks',
  ],
  bye: [
    'Bye',
    'Good night, see you tomorrow',
    'I have to go',
    'Gotta go, see ya',
    'Talk to you later',
    'That is all for today',
    'I am done, goodbye',
  ],
  'never-mind': [
    'Never mind',
    'Actually never mind',
    'Nevermind, leave it',
    'Forget I asked',
    'No, I changed my mind',
  ],
  'how-are-you': [
    'How are you?',
    'How do you feel?',
    'How is it going?',
    'Are you ok today?',
    'What is up?',
    'How is life?',
    'Having a good day?',
  ],
} satisfies Record<string, string[]>
