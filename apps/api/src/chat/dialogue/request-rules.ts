/** Polite and joining words before what a person asks for. */
export const LEAD =
  /^(?:(?:please|pls|k|kk|no|nope|yes|yeah|actually|but|ok|okay|now|and|then|so|just|hey|hi|hello|dear|there|good (?:morning|day|afternoon|evening)|infra|well|also|oh|oops|nah|hmm|hm|um|ugh|argh|er|eh|damn|btw|by the way|good|fine|perfect|thanks|thank you|alright|sure|great|cool|nice|maybe|next|first|rather|quickly|never mind|nevermind|wait|sorry|can you|can u|could u|can i get|can i have|could i get|could i have|may i have|i'd love to|i'd love|i would love|would you mind|mind|could you|would you|will you|i want you to|i want to|i wanna|i want|i'd like you to|i'd like to|i'd like|i would like to|i would like|i need to|i need you to|i need|i also need|i also want|need to|need|i have to|you should|you can|feel free to|try to|time to|let's|let us|go ahead and|help me|help me to|at least|you at least)[ ,!]+)+/
export const TAIL =
  /(?:[ ,]+(?:please|pls|thanks|thank you|thx|plz|for me|now|right now|instead|ok|okay|then|would you|will you|if possible|if you can|asap|mate|infra))+[.!?]*$|[.!?]+$/i

/** What a message asks for, without the politeness around it. */
export function request(text: string): string {
  return text.replace(ABOUT_ME, '').replace(ONCE_MORE, '').replace(LEAD, '').replace(TAIL, '').trim()
}

/** "I sell shoes online and need ...": some people say first why they ask. */
const ABOUT_ME = /^i(?:'m| am)? [^:",]+ (?:and|so) (?=i? ?need )/
const ONCE_MORE = /^(?:once more|again|one more|another one)[^:"]{0,20}:\s*/

const QUESTION =
  /^(?:how|what|why|when|where|who|whose|which|is|are|am|was|were|do (?!it|that|this|my|the|an?|one|another|some)|does|did|should|(?:will|would) (?:it|this|that|i|my|the|an?|they|every(?:one|body)|any(?:one|body)|others|people)|will you|may i|can i|could i|can (?:an?|the|my|others?|people|any|some|strangers|it (?!be))|could (?:some|any|others?)|has|have)\b(?! a go\b)/

export function isQuestion(text: string): boolean {
  if (
    /^[^:"]+,? (?:how (?:much|long|many credits)|what (?:does|would|will) (?:it|that|this) (?:cost|take)|for how much)[^:"]{0,12}\?*$/.test(
      text,
    )
  )
    return true
  // "Speak can read in Turkish?": the order of words of other languages.
  if (/\b(?:can|will|would|does|do) (?!you\b|u\b|i\b|we\b)\w+ \w+[^:"]*\?$/.test(text)) return true
  if (/^(?:please )?(?:tell me (?:more )?about|explain|describe)\b/.test(text)) return true
  // "I have twenty machines, how do I ...": the question comes last.
  if (
    /^[^:"]*, ?(?:how|why|what|where|when|who) (?:do|does|did|can|could|should|is|are|would|will) (?:i|it|that|this|you|they|we)\b/.test(
      text,
    )
  )
    return true
  if (/^(?:with|for|from|in|by|at|on|after)\b[^:"]{0,30}\bhow (?:many|much|long|often)\b/.test(text))
    return true
  if (
    /[.!] (?:and )?(?:how|what|why|where|when|who) [^.!:"]*\?$/.test(text) ||
    /,? (?:what|how) (?:helps?|now|else)\?$/.test(text)
  )
    return true
  if (/\bcosts? (?:what|how much)\W*$/.test(text)) return true
  if (
    /^(?:(?:and|so|the) )*(?:costs?|prices?|charge|eta|queue length|wait(?:ing time)?) (?:of|for)\b/.test(
      text,
    )
  )
    return true
  // "Is too little, two more": people who leave out "it" say so rather than ask.
  if (/^(?:is|are) (?:too|so|very|still|not) \w+[,;.] /.test(text)) return false
  if (/,? (?:right|correct|yes|no|true|isn't it|is that so|or not)\?+$/.test(text)) return true
  if (/^(?:can|could|may) i (?:please )?(?:get|have) (?:an?|some|my|the|this|another|one)\b/.test(text))
    return false
  return QUESTION.test(
    text.replace(
      /^(?:(?:and|so|but|hey|hi|ok|okay|please|tell me|wait|well|oh|hm+|um|then|lol|btw|fine|sorry)[ ,.!]+)+/,
      '',
    ),
  )
}
