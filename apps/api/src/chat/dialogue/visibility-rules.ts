import type { OrderOffer } from '@infra/protocol/chat'

export type Visibility = NonNullable<OrderOffer['visibility']>

const POLITE = `(?:[ ,]+(?:please|pls|then|thanks|thank you|after all))*[.!]*$`

const JOINS = String.raw`(?:^|[,.;:!?-]\s*|\s(?=(?:and|but)\s))(?:(?:and|but|also|so|then|n|ok|okay|oh|hm|hmm|well|no|nope|nah|yes|actually|please|make sure|i want|i would (?:like|prefer)|i'd (?:like|prefer))[ ,]+)*`
const SEE = `(?:(?:to|may|can|could|should|must|shall|will|is (?:allowed )?to|gets? to|needs? to|ought to) )?(?:see|sees|look at|view|have|know)(?: (?:it|this|that|the (?:result|outcome|output)|mine|of it|about it))?`
const ENDS = `(?:[ ,]+(?:please|pls|then|thanks|ok|okay|alright|for now|at all|though|anyway))*[.!?]*$`
/** Where nobody but the person is to see it, in a clause of its own. */
const ALONE = [
  `(?:only|just) (?:i|me|myself)(?: (?:alone|personally))?(?: ${SEE})?`,
  `(?:nobody|no ?one|none)(?: else)?(?: (?:except|but|besides|apart from|other than) (?:me|i|myself))? ${SEE}`,
  `(?:(?:it|this) )?(?:(?:is|should be|must be|to be|keep it|make it) )?(?:visible |shown )?(?:only |just )?(?:to|for|by) (?:me|myself)(?: (?:alone|only))`,
  '(?:keep|leave) (?:it|this|that|the result) (?:to|for|between) (?:me|myself)(?: and me)?',
  String.raw`(?:do not|don'?t|never) (?:show|share|publish|post)\b(?: (?:it|this|that))?(?: (?:to|with|in) (?:any(?:one|body)|others?|people|the (?:feed|public|world)))?(?: else)?`,
  '(?:nothing|not|never|nowhere) (?:for the |in |to be )?public(?:ly)?',
].join('|')
const ALL = `(?:every(?:one|body)|anyone|anybody|the (?:whole )?world|people)(?: else)? (?:is welcome to |are welcome to )?${SEE}`

/** The first group of each pattern is the word. */
const patterns = [
  // "result public but keep my original hidden": the form keeps the file of a public result by itself.
  /(?:^|[,;.]?\s+(?:and |but |with )?)(?:the )?results? (?:is |may be |can be |should be )?(?:seen |visible (?:to|for) )?(public|everyone|by everyone)[,;]?\s+(?:and |but )?(?:please )?(?:keep |with )?(?:my |the )?(?:original|input|file|photo|picture|image)\b.*$/i,
  // "a private story about ..."
  /\b(private|secret|public) (?=(?:\w+ )?(?:stor(?:y|ies)|tale|pictures?|images?|photos?|cut-?outs?|transcripts?|version)\b)/i,
  // "..., private please", "and keep it private". In "a story about going public" the word belongs to what is before it.
  new RegExp(
    String.raw`(?:^|[,.;:!-]\s*|\s(?=(?:and|but|keep|make) ))(?:(?:and|but|also|please|ok|okay|oh)\s+)*(?:(?:make|keep) (?:it|that|this) )?(private|secret|public)${POLITE}`,
    'i',
  ),
  // "... just for me"
  new RegExp(
    `(?:^|[ ,]+)(?:and |but )?(privately|secretly|in private|publicly|in public|(?:only|just) for me|for everyone)${POLITE}`,
    'i',
  ),
]

const clauses: [Visibility, RegExp][] = [
  ['private', new RegExp(`${JOINS}(?:${ALONE})${ENDS}`, 'i')],
  ['public', new RegExp(`${JOINS}(?:${ALL})${ENDS}`, 'i')],
]

/** What an order says about who may see its result, and the order without those words. */
export function takeVisibility(message: string): { rest: string; visibility?: Visibility } {
  for (const [visibility, clause] of clauses)
    if (clause.test(message)) return { rest: message.replace(clause, '').trim(), visibility }
  for (const pattern of patterns) {
    const word = pattern.exec(message)?.[1]
    if (!word) continue
    const isPublic = /public|everyone/i.test(word)
    return { rest: message.replace(pattern, '').trim(), visibility: isPublic ? 'public' : 'private' }
  }
  return { rest: message }
}
