/** Politeness and joining words before what a person asks for. */
export const LEAD =
  /^(?:(?:please|pls|no|nope|yes|yeah|actually|but|ok|okay|now|and|then|so|just|hey|hi|hello|infra|well|also|oh|oops|nah|hmm|um|alright|sure|great|cool|nice|maybe|next|first|quickly|never mind|nevermind|wait|sorry|can you|can u|could u|can i get|can i have|could i get|could i have|may i have|i'd love to|i'd love|i would love|would you mind|mind|could you|would you|will you|i want you to|i want to|i wanna|i want|i'd like you to|i'd like to|i'd like|i would like to|i would like|i need to|i need you to|i need|i have to|you should|you can|feel free to|try to|time to|let's|let us|go ahead and|help me|help me to)[ ,!]+)+/
export const TAIL =
  /(?:[ ,]+(?:please|pls|thanks|thank you|thx|for me|now|right now|instead|ok|okay|then|would you|will you|if possible|if you can|asap|mate|infra))+[.!?]*$|[.!?]+$/i

/** What a message asks for, without the politeness around it. */
export function request(text: string): string {
  return text.replace(LEAD, '').replace(TAIL, '').trim()
}

const QUESTION =
  /^(?:how|what|why|when|where|who|whose|which|is|are|am|was|were|do (?!it|that|this|my|the|an?|one|another|some)|does|did|should|will (?:it|this|that|i|my|you)|may i|can i|could i|can (?:others?|people|any|some|strangers|it (?!be))|could (?:some|any|others?)|has|have)\b(?! a go\b)/

export function isQuestion(text: string): boolean {
  if (
    /^[^:"]+,? (?:how (?:much|long|many credits)|what (?:does|would|will) (?:it|that|this) (?:cost|take)|for how much)[^:"]{0,12}\?*$/.test(
      text,
    )
  )
    return true
  if (/^(?:please )?(?:tell me (?:more )?about|explain|describe)\b/.test(text)) return true
  if (/^(?:can|could|may) i (?:please )?(?:get|have) (?:an?|some|my|the|this|another|one)\b/.test(text))
    return false
  return QUESTION.test(text.replace(/^(?:(?:and|so|but|hey|hi|ok|okay|please|tell me)[ ,]+)+/, ''))
}
