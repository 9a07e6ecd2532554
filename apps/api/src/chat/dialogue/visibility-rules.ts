import type { OrderOffer } from '@infra/protocol/chat'
import { ASKING, LEADING, TRAILING } from './request-rules.ts'

export type Visibility = NonNullable<OrderOffer['visibility']>

/** What may be left of an order after the words about who sees its result. */
const ENDS = `(?:[ ,]+(?:${TRAILING}))*[.!]*`
/** Where a clause of its own begins. */
const BEGINS = String.raw`(?:^|[,.;:!?-]\s*|\s(?=(?:and|but|n)\s))(?:(?:${LEADING}|${ASKING}|make sure)[ ,]+)*`
const IT =
  '(?:it|this|that|mine|of it|about it|the (?:result|outcome|output|picture|image|story|recording|text))'
const SEE = `(?:(?:to|may|can|could|should|must|shall|will|is (?:allowed )?to|(?:should |may )?gets? to|needs? to|ought to) )*(?:see|sees|look|looks|look at|view|have|know|hear|hears|read|reads|watch)(?: ${IT})?`
const MUST_NOT = `(?:(?:may|can|could|should|must|shall) ?(?:not|n't|nt)|cannot|is not to|are not to|(?:does|do)(?: not|n't|nt) (?:need|have) to)`
/** Where nobody but the person is to see it, in a clause of its own. */
const ALONE = [
  `(?:only|just) (?:i|me|myself)(?: (?:alone|personally))?(?: ${SEE})?`,
  `(?:nobody|no ?one|none)(?: else)?(?: (?:except|but|besides|apart from|other than) (?:me|i|myself))? ${SEE}`,
  `(?:other people|others|people|strangers|any(?:one|body)(?: else)?|(?:my )?[a-z]+) ${MUST_NOT} ${SEE}`,
  `(?:(?:it|this) )?(?:(?:is|should be|must be|to be|keep it|make it) )?(?:visible |shown )?(?:only |just )?(?:to|for|by) (?:me|myself)(?: (?:alone|only))`,
  `(?:keep|leave) ${IT} (?:to|for|between) (?:me|myself)(?: and me)?`,
  String.raw`(?:do not|don'?t|never) (?:show|share|publish|post)\b(?: ${IT})?(?: (?:to|with|in) (?:any(?:one|body)|others?|people|the (?:feed|public|world)))?(?: else)?`,
  '(?:nothing|not|never|nowhere) (?:for the |in |to be )?public(?:ly)?',
].join('|')
const ALL = [
  `(?:let )?(?:every(?:one|body)|anyone|anybody|others|the (?:whole )?world|people)(?: else)? (?:is welcome to |are welcome to )?${SEE}`,
  `(?:show|share|publish|post) ${IT}(?: (?:to|with|in|on) (?:every(?:one|body)|others|all|people|the (?:feed|public|world)))`,
].join('|')

/** The first group of each pattern is the word. */
const patterns = [
  // "result public but keep my original hidden": the form keeps the file of a public result by itself.
  /(?:^|[,;.]?\s+(?:and |but |with )?)(?:the )?results? (?:is |may be |can be |should be )?(?:seen |visible (?:to|for) )?(public|everyone|by everyone)[,;]?\s+(?:and |but )?(?:please )?(?:keep |with )?(?:my |the )?(?:original|input|file|photo|picture|image)\b.*$/i,
  // "a private story about ..."
  /\b(private|secret|public) (?=(?:\w+ )?(?:stor(?:y|ies)|tale|pictures?|images?|photos?|cut-?outs?|transcripts?|version)\b)/i,
  // "..., private please", "and keep it private". In "a story about going public" the word belongs to what is before it.
  new RegExp(
    String.raw`(?:^|[,.;:!-]\s*|\s(?=(?:and|but|keep|make) ))(?:(?:${LEADING}),?\s+)*(?:(?:make|keep) (?:it|that|this) )?(private|secret|public)${ENDS}$`,
    'i',
  ),
  // "... just for me"
  new RegExp(
    `(?:^|[ ,]+)(?:and |but )?(privately|secretly|in private|publicly|in public|(?:only|just) for me|for everyone)${ENDS}$`,
    'i',
  ),
]

const CLAUSE_ENDS = `(?:${ENDS}|[.,!] nobody)[.!?]*(?=$|[,;] )`
const clauses: [Visibility, RegExp][] = [
  ['private', new RegExp(`${BEGINS}(?:${ALONE})${CLAUSE_ENDS}`, 'i')],
  ['public', new RegExp(`${BEGINS}(?:${ALL})${CLAUSE_ENDS}`, 'i')],
]

/** Joining words that are left over once a message says no more than who may see the result. */
const NOTHING = new RegExp(`^(?:(?:${LEADING})(?=\\W|$)|[ ,.!?;])*$`, 'i')

/** What an order says about who may see its result, and the order without those words. */
export function takeVisibility(message: string): { rest: string; visibility?: Visibility } {
  for (const [visibility, clause] of clauses)
    if (clause.test(message)) return { rest: without(message, clause), visibility }
  for (const pattern of patterns) {
    const word = pattern.exec(message)?.[1]
    if (!word) continue
    const isPublic = /public|everyone/i.test(word)
    return { rest: without(message, pattern), visibility: isPublic ? 'public' : 'private' }
  }
  return { rest: message }
}

function without(message: string, said: RegExp): string {
  const rest = message.replace(said, '').trim()
  return NOTHING.test(rest) ? '' : rest
}
