import type { DialogueState, Facts, Period } from './state-rules.ts'

interface RuleInput {
  /** Lower case, with plain quotes. */
  text: string
  state: DialogueState
  isAppNamed: boolean
  facts: Facts | undefined
  period: Period | undefined
}

interface RuleResult {
  topic?: string
  /** Whether it goes on with what was spoken of. */
  pointsBack?: boolean
}

export function asksForPrice(text: string): boolean {
  return /\b(?:costs?|costing|prices?|pric(?:ed|ey|ing)|expensive|cheap|cheaper|pricier|charged?|charges|fees?|set me back)\b|\bhow much (?:is|are|for|would|will|to|do i pay|does .* (?:take|need))\b|\bhow many credits (?:for|to|does|is|are|would|will|do i (?:need|pay))\b|\bhow many credits\W*$|\bhow much\W*$|\b(?:do|would|will|must|have to|need to) (?:i )?pay\b|\bi paying\b/.test(
    text,
  )
}

const BALANCE =
  /^(?:(?:so|and|ok|hey|please|tell me|show me|check|what's|what is|how's|how is)[ ,]*)*(?:is )?my (?:own |current |credit |credits )*balance\b(?:[ ,]*(?:then|please|now|right now|today|at the moment|like|pls))*\W*$/
const MINE = /\b(?:i|my|mine|me|i've|i'm|we|our)\b/
const BACK = /\b(?:that|it|this|those|them|these|one)\b/

/** The topic of a message, where its words alone tell it. */
export function topicByRule(input: RuleInput): RuleResult {
  const { text } = input
  const talk = smallTalk.find(([pattern]) => pattern.test(text))
  if (talk) return { topic: talk[1] }
  return chosen(input) ?? followUp(input) ?? ofMine(input) ?? ofApps(input) ?? {}
}

const smallTalk: [RegExp, string][] = [
  [
    /^(?:so |and |hey |hi )?(?:who|what)(?:'s| are| is| r) (?:you|u|this|infra\??$)(?: exactly| anyway)?\W*$|\byour name\b|^(?:introduce|describe) yourself|^tell me about (?:you|yourself)\b/,
    'live/who-i-am',
  ],
  [
    /\b(?:are|r) (?:you|u) (?:an? |really |actually )*(?:human|robot|bot|ai|real|person|machine|alive|llm|gpt|chatgpt|chatbot|language model|woman|man)\b|\bam i (?:talking|speaking|chatting) (?:to|with) an?\b/,
    'live/human',
  ],
  [
    /^(?:many |ok |okay |great,? |cool,? )*(?:thanks?|thank you|thx|ty|cheers|much appreciated)\b(?!.*\?)/,
    'live/thanks',
  ],
  [
    /^(?:great|nice|awesome|perfect|cool|good (?:job|bot|work)|well done|excellent|amazing|wonderful|ok|okay|got it|i see|alright)\W*$/,
    'live/thanks',
  ],
  [
    /^(?:good ?bye|bye(?: bye)?|see (?:you|ya)|good night|later|cya|ciao|farewell|i(?:'m| am) (?:leaving|off))\b.{0,20}$/,
    'live/bye',
  ],
  [
    /^(?:hi|hello|hey|yo)?\W*(?:how are (?:you|u|things)|how(?:'s| is) it going|what'?s up|how do you (?:do|feel)|you ok)\b.{0,15}$/,
    'live/how-are-you',
  ],
  [/^(?:actually,? |oh,? |ok,? )?(?:never ?mind|forget i asked)\W*$/, 'live/never-mind'],
  [
    /^(?:hi|hello|hey|hiya|yo|greetings|good (?:morning|evening|afternoon|day))\b(?: there| infra| again| everyone)?\W*$/,
    'live/hello',
  ],
  [
    /^(?:so )?what (?:can|do) you do(?: for me)?\W*$|^help(?: me)?\W*$|^what can i ask(?: you)?\b/,
    'product/what-infra-the-persona-can-do',
  ],
]

/** The answer to "do you mean this or that?" */
function chosen({ text, state: { choices } }: RuleInput): RuleResult | undefined {
  if (!choices) return undefined
  const at = /\b(?:first|former|1|1st)\b/.test(text)
    ? 0
    : /\b(?:second|latter|2|2nd|last)\b/.test(text)
      ? 1
      : -1
  const topic = text.split(' ').length <= 5 ? choices[at] : undefined
  return topic ? { topic, pointsBack: true } : undefined
}

/** Topics whose subject may change in the next message: an app, a time. */
const ofAnApp = new Set([
  'live/prices',
  'live/who-serves',
  'live/app-wait',
  'live/app-needs',
  'live/my-jobs',
  'live/affordable',
  'live/job-cost',
  'live/my-spending',
])
const ofATime = new Set(['live/my-jobs', 'live/my-spending', 'live/my-earnings', 'live/job-cost'])

function followUp({ text, state, isAppNamed, facts, period }: RuleInput): RuleResult | undefined {
  const isShort = text.split(' ').length <= 6
  const isJoined = /^(?:and|or|what about|how about|what if|ok and|also|but)\b/.test(text)
  const { topic = '' } = state
  if (
    isShort &&
    /^(?:but |and )?why(?: not| so| is that| did (?:it|that)(?: fail| happen)?| exactly)?\W*$/.test(text) &&
    state.jobId
  )
    return { topic: 'live/why-failed', pointsBack: true }
  const hasOwn =
    /\b(?:how (?:long|many|do|can)|why|who|where|when|cheapest|fastest|spen[dt]|make|made|earn\w*|wait\w*|need|afford|enough)\b/.test(
      text,
    )
  if (
    asksForPrice(text) &&
    (BACK.test(text) || text.split(' ').length <= 4) &&
    !isAppNamed &&
    !/\b(?:did|was|were|paid|enough|can i|could i|afford|why|cheapest|apps?)\b/.test(text) &&
    state.appId
  )
    return { topic: 'live/prices', pointsBack: true }
  if (topic === 'live/affordable' && isAppNamed && /^(?:and )?how many [\w-]+\W*$/.test(text))
    return { topic, pointsBack: true }
  if (hasOwn || !(isJoined || isShort)) return undefined
  if (isAppNamed && ofAnApp.has(topic) && !asksForPrice(text)) return { topic, pointsBack: true }
  if (facts && state.appId && (topic === 'live/prices' || topic.startsWith('apps/') || isJoined))
    return { topic: 'live/prices', pointsBack: true }
  if (period && ofATime.has(topic)) return { topic, pointsBack: true }
  return undefined
}

/** What the person has and did. */
function ofMine({ text, state, period, isAppNamed }: RuleInput): RuleResult | undefined {
  const how = /^(?:\w+ )?how (?:do|can|should|could|to)\b|\bwhat (?:is|are) (?:a|an|the)?\b(?!.*\bmy\b)/.test(
    text,
  )
  if (how) return undefined
  if (BALANCE.test(text)) return { topic: 'live/my-credits' }
  if (
    !/\b(?:ram|gb|memory|disk|nodes?|laptop|computer)\b/.test(text) &&
    /\b(?:afford|(?:can|could) i (?:still )?pay for|do i have enough|is (?:that|it|this) enough|what (?:can|could) i (?:buy|get|run|make|do) (?:with|for)|enough (?:credits )?(?:for|to)|what (?:does|do|will|would) (?:my|these|\d+) (?:balance|credits) (?:buy|get))\b|\bhow many [\w-]+(?: \w+)? (?:is|are|would) (?:that|it|this)\b|\bhow many [\w-]+(?: \w+)? (?:can|could) i (?:run|make|buy|get|order|create|do|still)\b/.test(
      text,
    )
  )
    return { topic: 'live/affordable', pointsBack: true }
  if (
    /\b(?:how much|how many|what|credits?|anything)\b.*\bpending\b/.test(text) &&
    !/\b(?:jobs?|when|why|how long)\b/.test(text)
  )
    return { topic: 'live/my-earnings' }
  if (
    /\bcredits?\b.*\b(?:went|gone|go|flow(?:ed)?) (?:into|on|to|for)\b/.test(text) &&
    !/\b(?:node|operator)/.test(text)
  )
    return { topic: 'live/my-spending' }
  if (!MINE.test(text) && !((BACK.test(text) || period) && state.jobId)) return undefined
  if (
    /\b(?:spen[dt]|spending|expenses)\b/.test(text) &&
    !/\b(?:can|could|to|left to) (?:i )?spend\b/.test(text)
  )
    return { topic: 'live/my-spending' }
  if (/\bhow much (?:altogether|in total|overall|all together|in all)\b/.test(text))
    return { topic: 'live/my-spending' }
  if (
    !/^(?:but |and )?why\b/.test(text) &&
    /\b(?:did|was|were)\b.*\b(?:costs?|pay|paid|charged?)\b|\bhave (?:i|you)\b.*\b(?:paid|charged)\b|\b(?:costs?|price) .*\b(?:my|the) (?:last|latest)\b|\bmy (?:last|latest) \w+(?: \w+)? costs?\b|\b(?:i paid|paid for)\b/.test(
      text,
    )
  )
    return {
      topic:
        period && !/\b(?:last|latest) (?:job|one|story|order)\b/.test(text)
          ? 'live/my-spending'
          : 'live/job-cost',
      pointsBack: BACK.test(text),
    }
  const held = ofMyNodes(text, state)
  if (held) return held
  if (/\bmy favou?rites?\b|\b(?:did|have|do) i (?:like|liked|favou?rited?)\b/.test(text))
    return { topic: 'live/my-favorites' }
  if (
    /\b(?:what|which|anything|any|how many|list|show|are|is)\b.*\b(?:of mine|of my|my|i have|i made|it|that)\b.*\b(?:public|private|visible|in the feed)\b|\b(?:what|which) .*\bpublic\b.*\b(?:mine|my|i)\b/.test(
      text,
    ) &&
    !/\b(?:can|could|should|do|will) (?:i|others?|anyone|anybody|people|strangers|someone|somebody)\b|\baddress\b|^(?:why|how)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-public', pointsBack: BACK.test(text) }
  return ofMyJobs(text, { isAppNamed, state, period })
}

/** What nodes and a stake bring. */
function ofMyNodes(text: string, state: DialogueState): RuleResult | undefined {
  const isOfNodes = /^live\/my-(?:nodes|earnings)$/.test(state.topic ?? '')
  if (
    isOfNodes &&
    /\b(?:they|it|those|nodes?|machines?)\b.*\b(?:br[io](?:ng|ught)|mak(?:e|ing)|made)\b/.test(text)
  )
    return { topic: 'live/my-earnings' }
  if (
    !/\b(?:when|why|how long)\b.*\bpending\b/.test(text) &&
    /\bpending\b|\b(?:i|my nodes?|my machines?|we|it)\b.*\bearn(?:ed|t|ing|ings)?\b|\bmy (?:earnings|income|revenue)\b|\b(?:have|did) (?:my nodes?|my machines?|my computer) (?:earned|earn|made|make)\b|\bhave i (?:earned|made)\b.*\b(?:credits|money|nodes?)\b/.test(
      text,
    ) &&
    !/\b(?:could|would|can|do) i\b|\b(?:to|can|could|would|will|i'd) earn\b|\bstak\w+/.test(text)
  )
    return { topic: 'live/my-earnings' }
  if (
    /\bmy (?:own |current )?(?:stake|tier|staked|staking)\b|\b(?:how much|what) (?:have|did|do) i (?:have )?staked?\b|\b(?:which|what) tier (?:am i|do i)|\bam i staking\b/.test(
      text,
    ) &&
    !/^(?:how|where|when|can|could|should|is|why)\b(?! (?:big|much|large))/.test(text)
  )
    return { topic: 'live/my-stake' }
  return undefined
}

function ofMyJobs(
  text: string,
  { isAppNamed, state, period }: Pick<RuleInput, 'isAppNamed' | 'state' | 'period'>,
): RuleResult | undefined {
  const pointsBack = BACK.test(text)
  const isAJob =
    isAppNamed || state.jobId !== undefined || /\b(?:job|order|result|picture|request)s?\b/.test(text)
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
  if (
    /\b(?:why|what)\b.*\b(?:fail\w*|error|crash\w*|went wrong|go wrong|(?:was|is) wrong with my|broke\w*|not work)\b/.test(
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
    !/\b(?:can|could|should|may|might|must) (?:i|we)\b|\b(?:want|strangers|others|see|allowed|same time|at once|wrong|owns?|need|to (?:run|make|do|order))\b/.test(
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
  if (isAppNamed && /^(?:show|list)(?: me)?(?: all)?(?: of)? my\b/.test(text))
    return { topic: 'live/my-jobs' }
  if (
    period &&
    /\bmy (?:stuff|things|jobs|work|orders|results|pictures|images|stories|creations)\b|\bwhat i (?:made|did|ran|ordered|created)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs' }
  if (
    /\bis (?:my|the) (?:\w+ )?(?:job|order|story|picture|\w+) (?:done|ready|finished|still)\b|\b(?:status|state|progress) of (?:my(?! (?:own )?(?:nodes?|machines?|computers?|pc|server))|it|that)\b|\bhow(?:'s| is| are) my (?!node|machine|computer|pc|laptop|server)[\w-]+(?: [\w-]+)? (?:doing|going|coming|getting)\b|^(?:is|did|has) (?:it|that) (?:done|ready|finish\w*|running|still|work\w*|come out)\b|^(?:did|has|have) my\b.*\b(?:finish\w*|work\w*|go through|succeed\w*|come out|run|done)\b|^(?:show|see|open)(?: me)? (?:it|that|this|the result)\W*$/.test(
      text,
    )
  )
    return { topic: 'live/my-jobs', pointsBack }
  return undefined
}

/** Apps and the network. */
function ofApps({ text, state, isAppNamed, facts }: RuleInput): RuleResult | undefined {
  const hasApp = isAppNamed || (BACK.test(text) && state.appId !== undefined)
  const pointsBack = !isAppNamed
  if (/\bcheapest\b|\bleast expensive\b|\blowest price\b/.test(text)) return { topic: 'live/cheapest' }
  if (/\b(?:fastest|quickest)\b/.test(text) && !/\bway\b/.test(text)) return { topic: 'live/fastest' }
  if (
    hasApp &&
    /\b(?:graphics card|gpu|graphic card|need|require\w*|special hardware|install)\b/.test(text) &&
    !/\b(?:node|machine|operator|earn)\b/.test(text)
  )
    return { topic: 'live/app-needs', pointsBack }
  if (
    hasApp &&
    /\b(?:who|which (?:nodes?|machines?)|how many (?:nodes?|machines?)|any(?:one|body)?(?: node)?|some(?:one|body))\b.*\b(?:run|runs|running|serv\w+|offer\w*|do|does|available)\b|\bis (?:there a node|anyone)\b|\bavailable\b|\bonline\b/.test(
      text,
    ) &&
    hasApp &&
    !asksForPrice(text)
  )
    return { topic: 'live/who-serves', pointsBack }
  if (
    hasApp &&
    /\bhow (?:long|fast|quick(?:ly)?|slow)\b|\bwait(?:ing)?\b|\btakes? (?:long|ages)\b|\bqueue\b/.test(text)
  )
    return { topic: 'live/app-wait', pointsBack }
  if (asksForPrice(text) && (isAppNamed || facts)) return { topic: 'live/prices', pointsBack }
  return undefined
}
