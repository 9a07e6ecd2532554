/** Words around what a message says, which add nothing to it. They are listed here and nowhere else. */
const joining = 'and|but|or|n|also|so|then|now|just|next|first'
const polite = 'please|pls|plz|kindly'
const thanking = 'thanks|thank you|thx'
const agreeing = 'k|kk|ok|okay|yes|yeah|yep|sure|alright|fine'
const refusing = 'no|nope|nah'
const praising = 'good|great|nice|cool|lovely|perfect|wow'
const laughing = 'l+o+l+|ha(?:ha)*'
const hesitating = `oh dear|oh|h+m+|um+|uh|er|eh|ah|ugh|argh|damn|oops|${laughing}|well|wait|sorry|actually|maybe|perhaps|rather|on second thoughts?|never ?mind|scrap that|forget that|changed my mind|my mistake|my bad|by the way|btw`

/** Before what a message says. `LEADING_BUT_NO` is without "no", which may be a part of what it says. */
export const LEADING_BUT_NO = [joining, polite, agreeing, praising, hesitating].join('|')
export const LEADING = `${LEADING_BUT_NO}|${refusing}`
/** Any number of these, for the start of a pattern. */
export const JOINS = `(?:(?:${LEADING})[ ,.!]+)*`
/** After what a message says. */
export const TRAILING = `${polite}|${thanking}|${agreeing}|${laughing}|for me|right now|for now|now|then|would you|will you|if possible|if you can|asap|mate|infra|after all|at all|though|anyway`
/** To Infra. */
export const GREETING = `${thanking}|dear|(?:hey|hi|hello)(?: there)?|good (?:morning|day|afternoon|evening)|infra`
/** Before what a person wants to be done. */
export const ASKING = `quick(?:ly)?|mind|at least|help me(?: to)?|time to|try to|feel free to|go ahead and|let's|let us|you (?:at least|should|can)|i have to|(?:i (?:also )?)?need(?: you)?(?: to)?|i also want|i wanna|i want(?: you)?(?: to)?|i(?:'d| would) (?:like|love|prefer)(?: you)?(?: to)?|(?:can|could|would|will) (?:you|u)(?: mind)?|(?:can|could|may) i (?:get|have)`
/** Before what the thing on the form above is to be. */
export const MAKE_IT =
  '(?:can|could|should|may) (?:it|that|this|he|she|they|we) (?:be|have)|(?:it|that|he|she|they) (?:has to|have to|should|must|could|can|needs? to) (?:be|have)|make (?:it|that|this|him|her|them)|let (?:it|him|her|them)(?: be)?|change (?:it|that) to|have it|do it(?: with)?|give it|i (?:want|need) it'

/** Takes back or praises what was before: what follows takes its place. */
export const HESITATION = new RegExp(`^(?:(?:${refusing}|${praising}|${hesitating}|or)[ ,.!]+)+`, 'i')
export const LEAD = new RegExp(`^(?:(?:${LEADING}|${GREETING}|${ASKING})[ ,!]+)+`, 'i')
export const TAIL = new RegExp(`(?:[ ,]+(?:${TRAILING}|instead))+[.!?]*$|[.!?]+$`, 'i')
const JOINED = new RegExp(`^${JOINS}`, 'i')
/** Without "instead" and "for me", which say something of a change. */
const POLITE_END = new RegExp(`(?:[ ,]+(?:${polite}|${thanking}|${laughing}|then))+[.!?]*$`, 'i')

export const withoutLead = (message: string) => message.replace(JOINED, '')
export const withoutPoliteness = (message: string) => withoutLead(message).replace(POLITE_END, '')

/** Asks for more of what was asked before. */
export const GOES_ON = /^(?:and|or|but|so|also|ok and|what about|how about|what if)\b/

/** What a message asks for, without the politeness around it. */
export function request(text: string): string {
  return text.replace(ABOUT_ME, '').replace(ONCE_MORE, '').replace(LEAD, '').replace(TAIL, '').trim()
}

/** "I sell shoes online and need ...": some people say first why they ask. */
const ABOUT_ME = /^i(?:'m| am)? [^:",]+ (?:and|so) (?=i? ?need )/
const ONCE_MORE = /^(?:once more|again|one more|another one)[^:"]{0,20}:\s*/

const ASKS = [
  /^[^:"]+,? (?:how (?:much|long|many credits)|what (?:does|would|will) (?:it|that|this) (?:cost|take)|for how much)[^:"]{0,12}\?*$/,
  // "Speak can read in Turkish?": the order of words of other languages.
  /\b(?:can|will|would|does|do) (?!you\b|u\b|i\b|we\b)\w+ \w+[^:"]*\?$/,
  /^(?:please )?(?:tell me (?:more )?about|explain|describe)\b/,
  // "I have twenty machines, how do I ...": the question comes last.
  /^[^:"]*, ?(?:how|why|what|where|when|who) (?:do|does|did|can|could|should|is|are|would|will) (?:i|it|that|this|you|they|we)\b/,
  /^(?:with|for|from|in|by|at|on|after)\b[^:"]{0,30}\bhow (?:many|much|long|often)\b/,
  /[.!] (?:and )?(?:how|what|why|where|when|who) [^.!:"]*\?$/,
  /,? (?:what|how) (?:helps?|now|else)\?$/,
  /\bcosts? (?:what|how much)\W*$/,
  /^(?:(?:and|so|the) )*(?:costs?|prices?|charge|eta|queue length|wait(?:ing time)?) (?:of|for)\b/,
  /,? (?:right|correct|yes|no|true|isn't it|is that so|or not)\?+$/,
  // "So everyone can see it now?"
  /^so,? (?:every(?:one|body)|any(?:one|body)|it|that|they|nobody|i|my) [^:"]+\?$/,
]
const ASKS_NOTHING = [
  // "Is too little, two more": people who leave out "it" say so rather than ask.
  /^(?:is|are) (?:too|so|very|still|not) \w+[,;.] /,
  /^(?:can|could|may) i (?:please )?(?:get|have) (?:an?|some|my|the|this|another|one)\b/,
]
const OPENS = new RegExp(`^(?:(?:${LEADING}|${GREETING}|tell me)[ ,.!]+)+`)
const QUESTION =
  /^(?:how|what|why|when|where|who|whose|which|is|are|am|was|were|do (?!it|that|this|my|the|an?|one|another|some)|does|did|should|(?:will|would) (?:it|this|that|i|my|the|an?|they|every(?:one|body)|any(?:one|body)|others|people)|will you|may i|can i|could i|can (?:an?|the|my|others?|people|any|some|strangers|it (?!be))|could (?:some|any|others?)|has|have)\b(?! a go\b)/

export function isQuestion(text: string): boolean {
  if (ASKS.some((pattern) => pattern.test(text))) return true
  return !ASKS_NOTHING.some((pattern) => pattern.test(text)) && QUESTION.test(text.replace(OPENS, ''))
}
