/** What people say about Infra itself or to be polite, with its topic. */
export const smallTalk: [RegExp, string][] = [
  [
    /^(?:hey |hi )?(?:who|what)(?:'s| are| is| r) (?:you|u|this|infra\??$)(?: exactly| anyway)?\W*$|\byour name\b|^(?:introduce|describe) yourself|^tell me about (?:you|yourself)\b|\bwho (?:you|u) are\b/,
    'live/who-i-am',
  ],
  [
    /\b(?:are|r) (?:you|u) (?:an? |really |actually )*(?:human|robot|bot|ai|real|person|machine|alive|llm|gpt|chatgpt|chatbot|language model|woman|man)\b|\bam i (?:talking|speaking|chatting) (?:to|with) an?\b/,
    'live/human',
  ],
  [/^(?:many )?(?:thanks?|thank you|thx|ty|cheers|much appreciated)\b(?!.*\?)/, 'live/thanks'],
  [/^(?:[\w']+[ ,]+){0,6}(?:thanks|thank you)[.!]*$/, 'live/thanks'],
  [
    /^(?:great|nice|awesome|perfect|cool|good (?:job|bot|work)|well done|excellent|amazing|wonderful|ok|okay|got it|i see|alright)\W*$/,
    'live/thanks',
  ],
  [
    /^(?:\w+[.!,] )?(?:good ?bye|bye(?: bye)?|see (?:you|ya)|good night|later|cya|ciao|farewell|i(?:'m| am) (?:leaving|off))\b.{0,20}$/,
    'live/bye',
  ],
  [/^(?!say\b|speak\b|read\b|how\b|what\b)(?:[\w']+[ ,.!]+){1,4}(?:good ?bye|bye)[.!]*$/, 'live/bye'],
  [
    /^(?:hi|hello|hey|yo)?\W*(?:how are (?:you|u|things)|how(?:'s| is) it going|what'?s up|how do you (?:do|feel)|you ok)\b.{0,15}$/,
    'live/how-are-you',
  ],
  [
    /^(?:(?:way |much )?too (?:expensive|slow|much|long)[, ]+)*(?:forget (?:about )?(?:it|that)|leave it|never ?mind|forget i asked|drop it|(?:it )?doesn't matter|no matter)(?:[, ]+(?:forget (?:about )?it|leave it|never ?mind|then))*\W*$/,
    'live/never-mind',
  ],
  [/^(?:(?:ok|okay|and|so|but)[, ]+)+(?:(?:what|how) about )?(?:me|mine)\W*$/, 'live/my-credits'],
  [
    /^(?:hi|hello|hey|hiya|yo|greetings|good (?:morning|evening|afternoon|day))\b(?: there| infra| again| everyone)?\W*$/,
    'live/hello',
  ],
  [/\b(?:apy|apr)\b/, 'staking/staking-rewards'],
  [
    /\b(?:infra|(?:your|the|this) (?:token|coin))\b.*\b(?:buy|invest\w*|pump|moon|go up)\b|\b(?:buy|invest in) (?:your |the )?(?:infra|tokens?)\b/,
    'product/the-token',
  ],
  [
    /\b(?:to be|become|reach|get to|to get) (?:white[- ]hot|hot|warm)\b|\bhow (?:much|many \w+) (?:is|for|does|do) (?:the )?(?:tier )?(?:white[- ]hot|hot|warm)(?: tier| cost| take| need)*\W*$|\b(?:white[- ]hot|hot|warm) tier\b/,
    'staking/tiers-and-the-daily-allowance',
  ],
  [
    /\bwhat (?:can|could) you not do\b|\bwhat can't you do\b|\b(?:anything|what) (?:are )?you (?:are )?not able to do\b/,
    'product/what-i-cannot-do',
  ],
  [
    /^(?:hey[, ]+)?what (?:can|do) you do(?: for me)?(?:[, ]+(?:right now|now|here|then|exactly|at the moment))*\W*$|^help(?: me)?\W*$|^what can i ask(?: you)?\b/,
    'product/what-infra-the-persona-can-do',
  ],
]
