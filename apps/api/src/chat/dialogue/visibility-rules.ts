import type { OrderOffer } from '@infra/protocol/chat'

export type Visibility = NonNullable<OrderOffer['visibility']>

const POLITE = `(?:[ ,]+(?:please|pls|then|thanks|thank you|after all))*[.!]*$`

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

/** What an order says about who may see its result, and the order without those words. */
export function takeVisibility(message: string): { rest: string; visibility?: Visibility } {
  for (const pattern of patterns) {
    const word = pattern.exec(message)?.[1]
    if (!word) continue
    const isPublic = /public|everyone/i.test(word)
    return { rest: message.replace(pattern, '').trim(), visibility: isPublic ? 'public' : 'private' }
  }
  return { rest: message }
}
