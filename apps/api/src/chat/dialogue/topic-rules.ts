import {
  aboutOneApp,
  asksForPrice,
  BACK,
  ofApps,
  ofTheApp,
  type RuleInput,
  type RuleResult,
} from './app-topic-rules.ts'
import { ofMyJobs } from './my-job-rules.ts'
import { GOES_ON, JOINS, request, withoutLead } from './request-rules.ts'
import { smallTalk } from './small-talk-rules.ts'
import type { DialogueState, Period } from './state-rules.ts'

const BALANCE =
  /^(?:(?:tell me|show me|check|what's|what is|how's|how is)[ ,]*)*(?:is )?my (?:own |current |credit |credits )*balance\b(?:[ ,]*(?:today|at the moment|like))*\W*$/
/** "How many of them does that allow?" */
const AFFORDS =
  /\bhow many\b.*\b(?:(?:does|do|would|will) (?:that|it|this|they|these) (?:allow|buy|cover|give me|pay for)|(?:can|could|may) i\b.*\bwith (?:what i have|that|my (?:credits|balance)))\b/
const MINE = /\b(?:i|my|mine|me|i've|i'm|we|our)\b/

/** The topic of a message, if its words alone decide it. */
export function topicByRule(input: RuleInput): RuleResult {
  const { text } = input
  const bare = withoutLead(text)
  const talk = smallTalk.find(([pattern]) => pattern.test(text) || pattern.test(bare))
  if (talk) return { topic: talk[1] }
  return chosen(input) ?? followUp(input) ?? ofMine(input) ?? ofApps(input) ?? ofTheApp(input) ?? {}
}

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

/** Topics whose subject, such as an app or a period, may change in the next message. */
const ofAnApp = new Set([...aboutOneApp, 'live/my-jobs', 'live/job-cost', 'live/my-spending'])
const ofATime = new Set(['live/my-jobs', 'live/my-spending', 'live/my-earnings', 'live/job-cost'])

function followUp({ text, state, isAppNamed, facts, period }: RuleInput): RuleResult | undefined {
  const isShort = text.split(' ').length <= 6
  const isJoined = GOES_ON.test(text)
  const { topic = '' } = state
  if (
    isShort &&
    /^(?:but |and )?why(?: not| so| is that| did (?:it|that)(?: fail| happen)?| exactly)?\W*$/.test(text) &&
    state.jobId
  )
    return { topic: 'live/why-failed', pointsBack: true }
  if (
    topic.startsWith('staking/') &&
    text.split(' ').length <= 9 &&
    /\b(?:(?:a|per|each|every) day|daily)\b/.test(text)
  )
    return { topic: 'staking/tiers-and-the-daily-allowance' }
  // "How much of that was for Transcribe?"
  if (
    ofATime.has(topic) &&
    isAppNamed &&
    /^(?:and )?how (?:much|many)\b.*\b(?:of (?:it|that|this|those|these|them)|was|were|went)\b/.test(text)
  )
    return {
      topic: topic === 'live/my-earnings' || topic === 'live/my-jobs' ? topic : 'live/my-spending',
      pointsBack: true,
    }
  if (topic.startsWith('nodes/') && /\bin it for me\b/.test(text)) return { topic: 'nodes/what-a-node-earns' }
  const hasOwn =
    /\b(?:how (?:long|many|do|can|well|good|large|big)|why|who|where|when|cheapest|fastest|spen[dt]|make|made|order(?:ed)?|earn\w*|wait\w*|need|afford|enough)\b/.test(
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
  if (AFFORDS.test(text)) return { topic: 'live/affordable', pointsBack: true }
  if (BALANCE.test(request(text)) || asksForHeld(text)) return { topic: 'live/my-credits' }
  if (period && /(?:^|[.!,] )(?:and )?(?:earnings|income|revenue)\b/.test(text))
    return { topic: 'live/my-earnings' }
  if (period && /^(?:and )?(?:spending|expenses)\b/.test(text)) return { topic: 'live/my-spending' }
  if (
    !/\b(?:ram|gb|memory|disk|nodes?|laptop|computer)\b/.test(text) &&
    /\b(?:afford|(?:can|could) i (?:still )?pay for|do i have enough|is (?:that|it|this) enough|what (?:can|could) i (?:still |now )?(?:buy|get|run|make|do|order) (?:with|for)|enough (?:credits )?(?:for|to)|what (?:does|do|will|would) (?:my|these|\d+) (?:balance|credits) (?:buy|get))\b|\bhow many [\w-]+(?: \w+)? (?:is|are|would) (?:that|it|this)\b|\bhow many (?:[\w-]+ ){1,5}(?:can|could) i (?:run|make|buy|get|order|create|do|still|afford|have (?!open|at|in|running|waiting)\w+)\b/.test(
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
  if (
    /\b(?:pending|earn(?:ed|ings)?|my nodes?)\b/.test(text) &&
    /\b(?:until when|why (?:can't i|can i not|cannot i|am i not able to) (?:spend|use)|(?:can't|cannot|can not|not able to|am not allowed to) (?:\w+ )?(?:spend|use))\b/.test(
      text,
    )
  )
    return { topic: 'credits/pending-earnings' }
  const troubled = ofTrouble(text)
  if (troubled) return troubled
  const isMine = state.jobId !== undefined || IS_OF_NODES.test(state.topic ?? '')
  if (!MINE.test(text) && !((BACK.test(text) || period) && isMine)) return undefined
  const seen = whoSees(text, state)
  if (seen) return seen
  const spent = ofMySpending(text, period)
  if (spent) return spent
  const held = ofMyNodes(text, state)
  if (held) return held
  if (
    /\bmy favou?rites?\b|^(?:show|list|what|which)\b.*\bi (?:have |had |ever )?(?:liked|favou?rited|hearted|(?:put|gave|give) (?:an? )?hearts?)\b|\b(?:did|have|do) i (?:like|liked|favou?rited?|heart|hearted|saved|(?:put|give|gave) (?:an? )?hearts?)\b|^(?:show|list)?(?: me)?(?: the)? ?(?:things|ones|results) i (?:have )?(?:liked|hearted|saved)\b/.test(
      text,
    )
  )
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

/** "Have I got any held?" */
function asksForHeld(text: string): boolean {
  return (
    /\b(?:held|on hold)\b/.test(text) &&
    /\b(?:how much|how many|any|anything|credits|something)\b/.test(text) &&
    MINE.test(text) &&
    !/^(?:\w+ )?why\b|\bnodes?\b/.test(text)
  )
}

const WATCHERS =
  '(?:(?:other|any|all)? ?(?:people|persons|users)|others?|strangers|every(?:one|body)|any(?:one|body)|the (?:whole )?world)(?: else)?'

/** Who sees the job that was spoken of, or which of all their jobs can be seen. */
function whoSees(text: string, { jobId }: DialogueState): RuleResult | undefined {
  if (
    /^(?:\w+,? )?(?:what|which|how many)(?: \w+)? of (?:mine|my [\w-]+)\b.*\b(?:see|seen|visible|public|look at)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-public' }
  const ofOne = new RegExp(
    String.raw`^${JOINS}(?:(?:can|could|do|does|will) ${WATCHERS} see|is) (?:it|that|this|that one|this one)(?: one)?(?: public| private| visible| for all to see| seen)?\W*$`,
  )
  // Of what is not made yet, the form asks who sees it.
  if (
    jobId === undefined &&
    new RegExp(
      String.raw`^(?:\w+,? )?(?:can|could|do|does|will) ${WATCHERS} see (?:my|the) (?!.*\b(?:wallet|adr?dress|name|profile|account|balance|credits|earnings|favou?rites|hearts|stake|chat)\b)`,
    ).test(text)
  )
    return { topic: 'feed/public-or-private' }
  const isNamed = /\b(?:see|seen|public|private|visible)\b/.test(text)
  return jobId !== undefined && isNamed && ofOne.test(text)
    ? { topic: 'live/who-sees', pointsBack: true }
    : undefined
}

/** "It says failed, why?" is about their last job, whether or not they say that it's theirs. */
function ofTrouble(text: string): RuleResult | undefined {
  if (/\bnodes?\b|_/.test(text)) return undefined
  if (
    /\b(?:it|my [\w-]+|the job|this)\b.*\bfail(?:ed|s)?\b.*\b(?:why|what happened|how come|what now)\b/.test(
      text,
    )
  )
    return { topic: 'live/why-failed', pointsBack: true }
  return /\bstuck (?:in (?:the )?queue|since|for)\b/.test(text)
    ? { topic: 'live/why-waits', pointsBack: true }
    : undefined
}

/** What was spent, in all or on a job. */
function ofMySpending(text: string, period: Period | undefined): RuleResult | undefined {
  if (
    !/^(?:\w+ )?why\b|\bcan't\b/.test(text) &&
    /\b(?:spen[dt]|spending|expenses)\b/.test(text) &&
    !/\b(?:can|could|to|left to) (?:i )?spend\b/.test(text)
  )
    return { topic: 'live/my-spending' }
  if (/\bcredits? (?:did|have) i (?:use|burn|blow|go through)/.test(text))
    return { topic: 'live/my-spending' }
  if (/\bhow much (?:altogether|in total|overall|all together|in all)\b/.test(text))
    return { topic: 'live/my-spending' }
  if (
    !/^(?:but |and )?why\b/.test(text) &&
    /^(?:so |and |ok )?how (?:much|many credits) (?:was|were|did) (?:my|the|that) (?:very )?(?:last|latest|newest)\b|\b(?:did|was|were)\b.*\b(?:costs?|pay|paid|charged?)\b|\bcredits did (?:it|that|this) (?:take|use|need)\b|\bhave (?:i|you)\b.*\b(?:paid|charged)\b|\b(?:costs?|price) .*\b(?:my|the) (?:last|latest)\b|\bmy (?:last|latest) \w+(?: \w+)? costs?\b|\b(?:i paid|paid for)\b/.test(
      text,
    )
  )
    return {
      topic:
        (period || /\b(?:it all|all of it|in total|altogether|that (?:week|month))\b/.test(text)) &&
        !/\b(?:last|latest) (?:job|one|story|order)\b/.test(text)
          ? 'live/my-spending'
          : 'live/job-cost',
      pointsBack: BACK.test(text),
    }
  return undefined
}

const IS_OF_NODES = /^live\/my-(?:nodes|earnings)$/

/** What nodes and a stake earn. */
function ofMyNodes(text: string, state: DialogueState): RuleResult | undefined {
  const isOfNodes = IS_OF_NODES.test(state.topic ?? '')
  if (
    /^(?:is|are|which|how many|what)\b.*\bmy (?:nodes?|machines?|computers?|boxes|rigs?|servers?)\b.*\b(?:offline|online|up|down|running|busy|idle|asleep|awake)\b/.test(
      text,
    )
  )
    return { topic: 'live/my-nodes' }
  if (/\bhow many (?:nodes|machines|computers) (?:do|have) i (?:have|own|run|got|linked)\b/.test(text))
    return { topic: 'live/my-nodes' }
  if (
    (isOfNodes || state.topic === 'live/my-stake' || state.topic?.startsWith('staking/')) &&
    /\bam i (?:already |still |now )?(?:warm|hot|white hot|cold)\b/.test(text)
  )
    return { topic: 'live/my-stake' }
  if (
    isOfNodes &&
    /\b(?:they|it|those|nodes?|machines?)\b.*\b(?:br[io](?:ng|ught)|mak(?:e|ing)|made)\b/.test(text)
  )
    return { topic: 'live/my-earnings' }
  if (
    !/\b(?:when|why|how long)\b.*\bpending\b|^(?:\w+ )?why\b/.test(text) &&
    /\bpending\b|\bmy (?:nodes?|machines?|computers?|rigs?|pcs?|laptops?|servers?|workers?)\b.*\b(?:ma[dk]e|br[io](?:ng|ught)) (?!to\b)|\b(?:i|my nodes?|my machines?|we|it)\b.*\bearn(?:ed|t|ing|ings)?\b|\bmy (?:earnings|income|revenue)\b|\b(?:have|did) (?:my nodes?|my machines?|my computer) (?:earned|earn|made|make)\b|\bhave i (?:earned|made)\b.*\b(?:credits|money|nodes?)\b/.test(
      text,
    ) &&
    !/\b(?:could|would|can|do) (?:i|it|that|this|an?)\b|\b(?:to|can|could|would|will|i'd) earn\b|\bstak\w+/.test(
      text,
    )
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
