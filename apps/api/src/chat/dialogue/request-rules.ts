/** Politeness and joining words before what a person asks for. */
export const LEAD =
  /^(?:(?:please|pls|no|nope|yes|yeah|actually|but|ok|okay|now|and|then|so|just|hey|hi|hello|infra|well|also|can you|could you|would you|will you|i want you to|i want to|i wanna|i want|i'd like you to|i'd like to|i'd like|i would like to|i would like|i need to|i need|let's|let us|go ahead and|help me|help me to)[ ,!]+)+/
export const TAIL =
  /(?:[ ,]+(?:please|pls|thanks|thank you|thx|for me|now|instead|ok|okay|then))+[.!?]*$|[.!?]+$/i

/** What a message asks for, without the politeness around it. */
export function request(text: string): string {
  return text.replace(LEAD, '').replace(TAIL, '').trim()
}

const QUESTION =
  /^(?:how|what|why|when|where|who|which|is|are|am|was|were|do|does|did|should|may i|can i|could i|has|have)\b/

export function isQuestion(text: string): boolean {
  return QUESTION.test(text.replace(/^(?:(?:and|so|but|hey|hi|ok|okay|please|tell me)[ ,]+)+/, ''))
}
