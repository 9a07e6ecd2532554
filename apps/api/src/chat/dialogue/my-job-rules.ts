import { asksForPrice, BACK, type RuleInput, type RuleResult } from './app-topic-rules.ts'

function ofWaiting(text: string, isAJob: boolean): RuleResult | undefined {
  const pointsBack = BACK.test(text)
  if (
    /\bstill (?:queued|waiting|pending|not (?:done|started|ready|there))\b|\bhold-? ?up with\b/.test(text) &&
    !/\bnodes?\b/.test(text)
  )
    return { topic: 'live/why-waits', pointsBack }
  if (
    /\bwhy\b.*\b(?:wait\w*|queued?|stuck|hang\w*|not (?:start\w*|done|finish\w*|ready)|\w+n't (?:\w+ ){0,3}(?:start|begin|done|finish|ready)\w*|so (?:long|slow)|pending)\b/.test(
      text,
    ) &&
    isAJob
  )
    return { topic: 'live/why-waits', pointsBack }
  if (
    /\bmy (?:[\w-]+ )?[\w-]+ (?:is|are|'s|has been) (?:still |just |always )?(?:queued|waiting|stuck|pending|hanging|not (?:start\w*|running|moving))\b/.test(
      text,
    ) &&
    isAJob &&
    !/\bnodes?\b/.test(text)
  )
    return { topic: 'live/why-waits', pointsBack }
  return undefined
}

/** The person's own jobs: which they are, how far, and why one waits or failed. */
export function ofMyJobs(
  text: string,
  { isAppNamed, state, period }: Pick<RuleInput, 'isAppNamed' | 'state' | 'period'>,
): RuleResult | undefined {
  const pointsBack = BACK.test(text)
  const isAJob =
    isAppNamed || state.jobId !== undefined || /\b(?:job|order|result|picture|request)s?\b/.test(text)
  const waiting = ofWaiting(text, isAJob)
  if (waiting) return waiting
  if (
    /\b(?:why|what)\b.*\b(?:fail\w*|error|crash\w*|died|went wrong|go wrong|(?:was|is) wrong with my|broke\w*|not work)\b/.test(
      text,
    ) &&
    isAJob &&
    !/\bnodes?\b|_/.test(text)
  )
    return { topic: 'live/why-failed', pointsBack }
  if (
    /\b(?:what|which|how many|show|list|everything|all|anything)\b.*\b(?:did i|have i|i've|i|we)\b.*\b(?:make|made|order|ordered|run|ran|create|created|do|done|generate|generated)\b/.test(
      text,
    ) &&
    !/\bdo i do\b|\b(?:can|could|should|may|might|must) (?:i|we)\b|\b(?:i|we) (?:can|could|may|might)\b|\b(?:if i|want|strangers|others|see|allowed|least|most|same time|at once|wrong|owns?|need|to (?:run|make|do|order))\b/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs' }
  if (
    /^(?:show|list|where are|what are|and)?(?: me)?(?: all)?(?: of)? ?my (?:last |latest |recent |\d+ )*(?:\w+ )?(?:jobs|orders|results|stories|pictures|cut-?outs|images|creations)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs' }
  if (
    isAppNamed &&
    /^(?:show|list)(?: me)?(?: all)?(?: of)? my\b|\b(?:have|did) i\b/.test(text) &&
    !asksForPrice(text)
  )
    return { topic: 'live/my-jobs' }
  if (
    period &&
    /\bmy (?:stuff|things|jobs|work|orders|results|pictures|images|stories|creations)\b|\bwhat i (?:made|did|ran|ordered|created)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs' }
  if (
    /\bis (?:my|the) (?:\w+ )?(?:job|order|story|picture|\w+) (?:done|ready|finished|still (?:running|going|waiting|open|queued))\b|\b(?:status|state|progress) of (?:my(?! (?:own )?(?:nodes?|machines?|computers?|pc|server))|it|that)\b|\bhow(?:'s| is| are) my (?!node|machine|computer|pc|laptop|server)[\w-]+(?: [\w-]+)? (?:doing|going|coming|getting)\b|^(?:is|did|has) (?:it|that) (?:done|ready|finish\w*|running|still|work\w*|come out)\b|^(?:did|has|have) my\b.*\b(?:finish\w*|work\w*|(?:go|come|gone) through|succeed\w*|come out|arriv\w*|complet\w*|run|done)\b|^(?:show|see|open)(?: me)? (?:it|that|this|the result)\W*$/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs', pointsBack }
  return undefined
}
