import type { DialogueState, Facts, Period } from './state-rules.ts'

export interface RuleInput {
  /** In lowercase, with plain quotes. */
  text: string
  state: DialogueState
  isAppNamed: boolean
  facts: Facts | undefined
  period: Period | undefined
}

export interface RuleResult {
  topic?: string
  /** Whether it refers to what was mentioned before. */
  pointsBack?: boolean
}

/** Topics of live data about one app. */
export const aboutOneApp = new Set([
  'live/prices',
  'live/who-serves',
  'live/app-wait',
  'live/app-needs',
  'live/affordable',
])

/** Words that refer to what was mentioned before. */
export const BACK = /\b(?:that|it|this|those|them|these|one)\b/

export function asksForPrice(text: string): boolean {
  return /\b(?:costs?|costing|prices?|pric(?:ed|ey|ing)|expensive|cheap|cheaper|pricier|charged?|charges|fees?|set me back)\b|\bhow much (?:is|are|for|would|will|to|do i pay|does .* (?:take|need))\b|\bhow many credits (?:for|to|does|is|are|would|will|do i (?:need|pay))\b|\bhow many credits if\b|\bhow many credits\W*$|\bhow much\W*$|\b(?:do|would|will|must|have to|need to) (?:i )?pay\b|\bi paying\b|\bwhat do you (?:want|take|ask) for\b/.test(
    text,
  )
}

/** "Does m4a work?": which files an app takes and how well it does, right after it was mentioned. */
export function ofTheApp({ text, state: { topic = '' } }: RuleInput): RuleResult | undefined {
  const isShort = text.split(' ').length <= 8
  const asksForLimit =
    /\b(?:at most|the most|max(?:imum)?|biggest|largest|longest|limits?|how (?:far|long|big|large|many \w+) can)\b/.test(
      text,
    )
  if (topic.startsWith('apps/') && isShort && asksForLimit) return { topic, pointsBack: true }
  const isAsked = /^(?:and |but )?(?:does|do|will|would|can|could|is|are|any|it can|german|french)\b/.test(
    text,
  )
  const isOfItsWork =
    /\b(?:m4a|mp3|ogg|flac|webm|wav|png|jpe?g|webp|heic|gif|pdf|svg|files?|formats?|handwriting|handwritten|hair|fur|glass|photos?|photographs?|drawings?|logos?|accents?|languages?|german|french|spanish|polish|italian|russian|chinese|documents?|noise|noisy|blurry|dark|faces?|crowds?)\b/.test(
      text,
    )
  return topic.startsWith('apps/') && isShort && isAsked && isOfItsWork
    ? { topic, pointsBack: true }
    : undefined
}

/** Apps and the network. */
export function ofApps({ text, state, isAppNamed, facts }: RuleInput): RuleResult | undefined {
  const pointsAt = BACK.test(text) || /\bthere\b|\bhow long (?:till|until)\b/.test(text)
  const hasApp = isAppNamed || (pointsAt && state.appId !== undefined)
  const pointsBack = !isAppNamed
  const isOfUs =
    hasApp ||
    text.split(' ').length <= 5 ||
    /\b(?:apps?|tools?|nodes?|one|thing|here|you|your|infra|i|jobs?|credits?)\b/.test(text)
  if (isOfUs && /\b(?:cheapest|least expensive|lowest price)\b/.test(text)) return { topic: 'live/cheapest' }
  if (isOfUs && /\b(?:fastest|quickest)\b/.test(text) && !/\bway\b/.test(text))
    return { topic: 'live/fastest' }
  if (
    hasApp &&
    !/\bhow long\b/.test(text) &&
    ((/\b(?:graphics card|gpu|graphic card|need|require\w*|hardware|install)\b/.test(text) &&
      !/\b(?:node|my machine|operator|earn|(?<!do )i (?:only |just |also |really )?(?:need|want))\b/.test(
        text,
      )) ||
      /\bhow much (?:memory|ram)\b/.test(text))
  )
    return { topic: 'live/app-needs', pointsBack }
  if (
    hasApp &&
    /\b(?:who|which (?:nodes?|machines?|of (?:them|those|these|the nodes|the machines))|how many (?:nodes?|machines?)|any(?:one|body)?(?: node)?|some(?:one|body))\b.*\b(?:run|runs|running|serv\w+|offer\w*|do|does|available)\b|\bwhich of (?:them|those|these) can\b|\bany node (?:have|has|with)\b|\bis (?:there a node|anyone)\b|\bavailable\b|\bonline\b/.test(
      text,
    ) &&
    !/\bwhat (?:happens|if)\b/.test(text) &&
    !asksForPrice(text)
  )
    return { topic: 'live/who-serves', pointsBack }
  if (
    !hasApp &&
    /^(?:and |so )?(?:does|is|are) (?:any(?:one|body)|some(?:one|body)|any (?:nodes?|machines?)|there (?:any(?:one|body)|a node)) (?!online\b|up\b|there\b|free\b|busy\b)(?:\w+ing|\w+)\b.+\b(?:right now|now|at the moment|currently)\W*$/.test(
      text,
    )
  )
    return { topic: 'live/who-serves' }
  if (
    hasApp &&
    /\bhow (?:long(?! an? | can | may | could )|fast|quick(?:ly)?|slow)\b|\bwait(?:ing)?\b|\btakes? (?:long|ages)\b|\bqueue\b|\b(?:in front|ahead) of (?:me|mine|my)\b/.test(
      text,
    )
  )
    return { topic: 'live/app-wait', pointsBack }
  const isOfASize = isAppNamed && facts && /^(?:so |and )?(?:what|how)\b/.test(text)
  if (isOfASize || (asksForPrice(text) && (isAppNamed || facts))) return { topic: 'live/prices', pointsBack }
  return undefined
}
