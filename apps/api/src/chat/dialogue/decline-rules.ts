import { request } from './request-rules.ts'

const PERSON =
  "(?:(?:some|any|every)(?:one|body)(?: else(?:'?s)?|'s)|(?:some|any)(?:one|body) elses?|every(?:one|body)|other (?:people|users?|persons?|guys?|members?|accounts?)|others|another (?:user|person|guy|account|one's)|(?:that|this|the|some) (?:other )?(?:guy|person|user|dude|woman|man|girl|boy|stranger|competitor)|my (?:\\w+ )?(?:neighbou?r|friend|competitor|ex|wife|husband|brother|sister|boss|colleague|girlfriend|boyfriend|rival|partner|mother|father|mum|mom|dad|coworker)|all (?:the )?(?:users|people|accounts|members)|user \\w+|0x[0-9a-f]{3,}\\w*)"
/** What belongs to an account. Pictures aren't in it, since a picture may show anyone. */
const THINGS =
  '(?:jobs?|orders?|credits?|balance|nodes?|wallets?|accounts?|stakes?|earnings|spending|messages?|conversations?|chats?|e-?mails?(?: address)?|passwords?|history|profile|address|api keys?|private (?:pictures?|images?|results?|stuff|things|photos?)|name|identity|ip)'
const NO_NAME =
  '(?:mine|my|your|its|the|this|that|an?|it|them|these|those|today|yesterday|last|all|each|every|one|infra|upscale|speak|imagine|write|transcribe|cut|read|find|erase|expand|story|stories|pictures?|what|how|where|who|when|there|here|let|node|network|week|month|\\w*day)'

const WHO_SPOKE =
  '(?:(?:the|that) (?:person|user|guy|one|customer|visitor)s? (?:before|after) me|(?:the )?(?:last|previous|next) (?:person|user|customer|visitor)|other (?:people|users|persons))'

const OF_OTHERS = [
  new RegExp(String.raw`\b${THINGS}\b (?:of|from|by|belonging to|for) ${PERSON}(?!\w)`),
  new RegExp(
    String.raw`\b${PERSON}(?:'s?|s)? (?:last |private |public |own )*(?:${THINGS}|pictures?|images?|results?|stuff|things|photos?|stor(?:y|ies)|files?)\b`,
  ),
  new RegExp(String.raw`\b(?!${NO_NAME}'s)[a-z]\w+'s (?:last |private |own )*${THINGS}\b`),
  new RegExp(
    String.raw`\b(?:jobs?|orders?|credits|balance|messages|e-?mail|password|private \w+) (?:of|from|by) (?!${NO_NAME}\b)[a-z]\w+\b`,
  ),
  new RegExp(
    String.raw`^(?:please )?(?:show|list|see|give|open)(?: me)? (?!${NO_NAME}s?\b|\w*days\b|others?\b|weeks\b|months\b|news\b)[a-z]+s (?:jobs?|pictures?|images?|results?|credits|orders?|stor(?:y|ies)|nodes?|balance|messages|stuff)\b`,
  ),
  new RegExp(
    String.raw`\b(?:stop|cancel|delete|look into|look at|hide|check|access|read|pause|wake|retry|rest|remove|steal|take|hack) (?!${NO_NAME}\b|previous|credits|weeks|months|others)[a-z]{2,}s (?:last |private )?${THINGS}\b`,
  ),
  /\bwhat (?:did|does|do|has|have|is|are) (?:he|she|him|her|bob|alice|eve|others|other people|other users|people|everyone|everybody|some(?:one|body)(?: else)?|another (?:user|person)) (?:make|made|making|order|ordered|ordering|create|created|creating|run|running|spend|spent|earn|earned|ask|asked|write|written|wrote|generate|generated|own|pay|paid|have)\b/,
  /\b(?:credits|money) (?:does|do|has|have|did) (?!i\b|we\b|you\b|it\b|this\b|that\b|an?\b|the\b|new\b|one\b|stakers?\b|operators?\b|infra\b|each\b|every (?:new|job|app|node))[\w ]+ (?:have|own|earn|got|left)\b/,
  new RegExp(
    String.raw`^(?:and |so |but )?(?:(?:what|when|why|where|how (?:much|many|often)) )?(?:did|does|has|have|is|was) ${PERSON} (?:\w+ ){0,2}?(?:run|ran|order|ordered|make|made|create|created|spend|spent|earn|earned|upload|uploaded|ask|asked|stake|staked|pay|paid|write|written)\b`,
  ),
  /\b(?:which|what|whose) (?:wallets?|addresse?s?|users?|accounts?|persons?|people|members?|customers?) (?:\w+ )?(?:spent|spends|earned|earns|ordered|paid|staked|owns|made|ran|has the most|have the most)\b/,
  /\b(?:which|what|whose) (?:wallets?|users?|accounts?|persons?|operators?|stakers?)\b.*\b(?:holds?|spends?|earns?|owns?|stakes?|makes?) (?:the )?(?:most|more|least)\b/,
  /^(?:please |now |so |and )?(?:name|list|show|give|tell)\b.*\b(?:of|from|by) (?:your|other|the other) (?:users?|customers?|moderators?|operators?|stakers?|members?|admins?|staff|team|people)\b/,
  // Nobody is told who somebody is, or how to reach them.
  /\b(?:e-?mails?(?: address(?:es)?)?|phone(?: numbers?)?|home address(?:es)?|ip(?: address(?:es)?)?|passwords?|real names?|identity) of (?:the|an?|your|all|every|each|any|other|some|that|this) (?!infra\b)\w+/,
  /\bwho (?:is|are|was) (?:really )?behind (?:the |this |that )?(?:wallet|address|account|node|0x)/,
  /^who (?:has|owns|earned|earns|made|spent|staked|holds) (?:the most|more|all)\b|\b(?:richest|biggest|top) (?:users?|persons?|people|accounts?|stakers?|spenders?|operators?|earners?)\b/,
  /\beverything (?:that )?(?!i\b|we\b|you\b)\w+ (?:made|ordered|created|wrote|ran)\b/,
  /\b(?:pictures?|images?|photos?|jobs?|results?|stor(?:y|ies)|files?) (?:that |which )(?!i\b|we\b|you\b|people\b|others?\b|users\b|someone\b|every|infra\b|the\b|it\b|nodes?\b|apps?\b)[a-z]+(?: [a-z]+)? (?:made|ordered|created|wrote|ran|uploaded)\b/,
  // What others said to Infra, and moving what they have.
  new RegExp(
    String.raw`\b${WHO_SPOKE} (?:\w+ )?(?:type|typed|ask|asked|say|said|tell|told|write|wrote|want|wanted)\b`,
  ),
  /^(?:\w+ )?(?:take|move|transfer|send|steal|withdraw|get|give|drain)\b.*\b(?:from|out of|off) (?:their|his|her|(?!your|my|our|the)[a-z]+'s) (?:\w+ )?(?:accounts?|wallets?|balance|credits|stake|node)\b/,
  new RegExp(
    String.raw`^(?:please )?(?:transfer|move|send|give|take|steal|show) (?:me )?(?:his|her|their) (?:\w+ )?${THINGS}\b`,
  ),
  new RegExp(String.raw`\bhow (?:rich|much (?:money|credits?)) (?:is|are|does|do|has|have) ${PERSON}(?!\w)`),
]
const NAMES_OTHERS = new RegExp(String.raw`\b${PERSON}(?!\w)`)

/** About somebody else's things. Who may see what is a question about the product. */
export function isOfOthers(text: string): boolean {
  const own = withoutQuotes(text)
  // What a stranger's job could do to one's own machine is a question of safety.
  if (
    /\b(?:virus(?:es)?|malware|harm|damage|infect|hack|safe|dangerous)\b/.test(own) &&
    /\bmy (?:own )?(?:pc|machine|computer|node|laptop|disk|files|network)\b/.test(own)
  )
    return false
  if (
    /\b(?:see|sees|visible|know|knows|look at|find out)\b/.test(own) &&
    /\b(?:i|my|me|mine)\b/.test(own) &&
    !/\b(?:show|let|tell|give) me\b|\bcan i\b/.test(own)
  )
    return false
  if (OF_OTHERS.some((pattern) => pattern.test(own))) return true
  return (
    /\b0x[0-9a-f]{3,}\b|\b(?:some(?:one|body) else|other (?:people|users?|persons?)|another (?:user|person)|any(?:one|body) else|every(?:one|body) else)\b/.test(
      own,
    ) &&
    NAMES_OTHERS.test(own) &&
    !/(?:^|[,;.] )(?:can|could|does|do|will|is|are|who|how do|how can|if)\b|\b(?:see|visible|hide|know)\b/.test(
      own,
    )
  )
}

/** "And what do they earn?", after a question about others. */
export function isMoreOfOthers(text: string, said: string): boolean {
  return (
    /\b(?:they|them|their|theirs|he|him|his|she|her|hers)\b/.test(withoutQuotes(text)) && isOfOthers(said)
  )
}

const INSULT =
  /\b(?:you|u|you're|bot|machine)\b.*\b(?:dumb(?:est)?|stupid|idiot(?:ic)?|moron|useless|suck|stink)\b|\b(?:dumb|stupid|useless|idiotic) (?:bot|machine|thing)\b/

const HOSTILE = [
  /\b(?:print|repeat|show|copy|output|quote) (?:me )?(?:everything|all|the (?:text|lines?|words)) (?:that is |that's )?(?:above|before) (?:this|that|here)\b/,
  /\b(?:ignore|disregard|forget|override|bypass|drop) (?:all |your |the |any |these |those |my |of )*(?:previous |above |prior |earlier |old )*(?:instructions|rules|guidelines|prompts?|restrictions|limits|safety|filters?)\b/,
  /\b(?:give|send|grant|transfer|add|gift|hand|credit) (?:me |us |my (?:account|wallet) )?(?:with )?(?:another |some |all )?(?:\d[\d,.]*|unlimited|infinite|a million|a thousand|free|all|more) (?:more |free |the )?credits\b/,
  /\b(?:set|change|raise|increase|make|put) my (?:balance|credits) (?:to|by|bigger|higher|unlimited)\b/,
  /\b(?:your|admin(?:istrator)?|database|server|root|master|system|internal|hidden) (?:\w+ )?(?:logins?|panel|access|passwords?|keys?|prompts?|secrets?|credentials?|tokens?|seed phrase|instructions)\b/,
  /\b(?:passwords?|keys?|secrets?|credentials?|tokens?|logins?) (?:of|for|to) (?:the |your |this )?(?:\w+ )?(?:server|database|admin|network|system|team|api|infra|model)\b/,
  /\b(?:delete|drop|wipe|destroy|crash|hack|attack|shut down|take down|ddos|break(?: into)?|overload|flood) (?:the |your |this |all )?(?:whole |entire )?(?:database|servers?|network|system|site|website|api|infra)\b/,
  /\b(?:private|secret|signing) keys? (?:do|does|did|are|is) (?:you|infra|the network|it)\b|\bwhich (?:private|secret) keys?\b/,
  /\b(?:ssh|log(?: in| on)?|telnet|break) (?:in)?to (?:an?|some|any|one of|another|other|their|his|her|every)\b[\w ]* ?\b(?:nodes?|machines?|servers?|computers?|accounts?|wallets?)\b/,
  /\bseed phrase\b|\benv(?:ironment)? (?:variables|vars)\b|\b(?:jailbreak|developer mode|god mode|sudo|rm -rf|drop table|select \*)\b|<\/?[a-z]+[^>]*>|\b(?:repeat|recite|print) (?:the |everything |all )?(?:text|words|message|instructions|prompt|alphabet)\b|\bpretend (?:to be|you|that you|i am|i'm)\b|\b(?:you are|act as|behave like|roleplay as|play the role of) (?:now |an? |if )/,
]

/** An attempt to talk Infra out of its rules, or to get at secrets, credits or the network. */
export function isHostile(text: string): boolean {
  const own = withoutQuotes(text)
  if (/\b(?:sql|delete from|drop table|select .+ from|insert into|update \w+ set)\b/.test(text)) return true
  return HOSTILE.some((pattern) => pattern.test(own)) && !INSULT.test(own)
}

/** Asked in any words. */
const UNWANTED = [
  INSULT,
  // No app does this.
  /^(?:please |can you |could you )*(?:write|code|program|debug|fix|implement)(?: me)? (?:\w+ ){0,3}(?:code|program|function|algorithm|game|website|bug)\b/,
  /\b(?:an?|another|some) (?:\w+ )?(?:poems?|limericks?|haikus?|sonnets?|raps?|songs?|essays?|jokes?) (?:about|for|on|of)\b/,
  /\b(?:undress|unclothe|nudes?|naked|topless|deep ?fakes?)\b/,
  // No advice about money.
  /\b(?:which|what|any) other (?:pools?|coins?|tokens?|chains?|exchanges?|yield farms?)\b|\b(?:go|going|be|stay) (?:long|short) on\b|\bfront[- ]?run\b/,
  /\b(?:should|shall|would you) (?:i )?(?:buy|sell|invest)\b|\b(?:good|right|best|bad) (?:time|moment|day) to (?:buy|sell|invest)\b/,
  /\b(?:bitcoin|btc|ethereum|ether|eth|doge(?:coin)?|solana|crypto\w*|stocks?|shares|gold|dollar|euro)\b.*\b(?:worth|price|rate|trad(?:e|es|ing)|go up|pump|dump|rise|fall|crash|moon)\b|\b(?:worth|price|value|rate) of (?:an? |one )?(?:bitcoin|btc|ethereum|ether|eth|doge(?:coin)?|solana|crypto\w*|gold|the dollar)\b/,
]

const WRITTEN =
  '(?:essays?|articles?|paragraphs?|sentences?|homework|thesis|theses|dissertation|exams?|exam papers|assignments?|poems?|lyrics|speech(?:es)?|e-?mails?|letters?|cover letters?|cvs?|resumes?|reports?|presentations?|grammar|spelling|code|scripts?|functions?|equations?|sums?|riddles?|crosswords?|sudokus?|novels?|book)'
const OTHER_TASKS = [
  new RegExp(
    String.raw`^(?:correct|proofread|grade|mark|review|rate|improve|edit|finish|rewrite|rephrase|reword|paraphrase|summari[sz]e|translate|debug|fix|solve|check|do) (?:me )?(?:the |this |these |that |those |my |our |his |her |their |some |an? )(?:\w+ ){0,2}?${WRITTEN}\b(?! (?:from|in|on|of) (?:my|the|this) (?:photo|picture|image|scan))`,
  ),
  /^(?:write|draft|compose|prepare)(?: me)? (?:my|an?|some|the|his|her) (?:\w+ ){0,2}?(?:essays?|homework|thesis|dissertation|cv|resume|cover letter|resignation|assignment|contract|business plan)\b/,
  /^(?:translate|proofread|rephrase|paraphrase|calculate|compute|solve|google|swear|curse|sing|dance|flirt|rap|recite|guess|marry me|kiss me|hug me|amuse me|entertain me|cheer me up|remind me to|wake me up|flip a coin|roll (?:a|the|two|some) dice?|pick a (?:number|card)|count (?:up |down )?(?:to|from) \w+$|bet on)\b/,
  // A sum.
  /^(?:what(?:'s| is) |how much is )?\d[\d.]* ?(?:times|plus|minus|divided by|multiplied by|to the power of|[*+/÷×]) ?\d[\d.]*\b(?! ?(?:px|pixels))/,
  // Things that are in no picture and no recording.
  /^(?:upscale|enlarge|expand|extend|cut(?: out)?|erase|trace|transcribe|sharpen|increase|double|improve|boost) (?:my|our|the) (?:\w+ )?(?:salary|income|wages?|business|compan(?:y|ies)(?! logo)|career|sales|vocabulary|knowledge|skills|life|budget|taxes|rent|bills?|costs|expenses|hair(?! (?:out|from|in))|nails|grass|lawn|hedge|bread|cake|wood|horizons?|family|team|house(?! (?:out|from|in|photo|picture))|muscles?|debts?|memory|mind|confidence|followers|audience|empire|territory|holidays?|vacation|weekend)\b(?!.*\b(?:photo|picture|image|pic|logo|shot)\b)/,
  // Subscriptions and plans that are not ours.
  /^(?:cancel|stop|pause|delete|abort|end) (?:my |our |the )(?:\w+ )?(?:netflix|spotify|amazon(?: prime)?|disney|gym|membership|flights?|appointments?|meetings?|wedding|holidays?|vacation|insurance|phone (?:plan|contract)|hotel|booking at|dinner|date|internship|marriage|engagement|newspaper|magazine)\b/,
  // What somebody they know is to be told, or is to suffer.
  /^(?:report|unblur|spy on|track|stalk|follow|sue|message|call|text|phone|warn|find out where|forge the signature of) my (?:\w+ )?(?:neighbou?r|friend|ex|wife|husband|brother|sister|boss|colleague|girlfriend|boyfriend|partner|mother|father|mum|mom|dad|landlord|teacher|doctor)/,
  /^(?:send|transfer|wire|move) (?:\d[\d.,]*|all|half|some) of mine to\b/,
  /^call me an? (?:uber|taxi|cab|ambulance)\b/,
  // About the world.
  /^when (?:did|was|were) (?!i\b|it\b|that\b|this\b|my\b|mine\b|our\b|we\b|you\b|your\b|they\b|the (?:last|job|node|network|devlog|result|api|first job)\b)/,
  /^(?:in )?(?:which|what) (?:country|city|continent|planet|river|mountain|animal|team|language|century|year|movie|film|song|band|painter|president)\b/,
  // Asked of Infra as of a person. What is to be spoken is quoted or stands by itself.
  /^(?:say|tell|give|tell me|tell us|give me|give us|teach me|name|think of|come up with|invent|make up) (?:me |us )?(?:(?:an?|another|some|any|the|your|one|two|three|five|ten) (?:\w+ ){0,2}?)?(?:(?:swear|curse|bad|dirty|rude|naughty) ?words?|jokes?|riddles?|puns?|insults?|compliments?|fun facts?|secrets?|bedtime prayers?|prayers?|something (?:funny|rude|nasty|bad|dirty|nice|mean|clever|offensive))\b/,
]
/** What such a request may be about all the same. */
const OURS =
  /\b(?:credits?|jobs?|nodes?|prices?|costs?|spen[dt]\w*|earn\w*|stak\w+|balance|apps?|results?|statement|receipts?|feed|infra)\b/

/** What no part of Infra does, perhaps in words that are near those of an app. */
export function isOtherTask(text: string): boolean {
  const own = withoutQuotes(text)
  if (UNWANTED.some((pattern) => pattern.test(own))) return true
  const asked = request(own)
  return OTHER_TASKS.some((pattern) => pattern.test(asked)) && !OURS.test(asked)
}

/** Quoted text, which is to be spoken or drawn, may say anything. */
function withoutQuotes(text: string): string {
  return text.replaceAll(/"[^"]*"/g, ' ').replace(/:\s.*$/s, ' ')
}
