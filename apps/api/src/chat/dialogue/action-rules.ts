import type { JobAction } from '@infra/protocol/chat'
import { isQuestion, request } from './request-rules.ts'
import { plainText } from './slot-rules.ts'

export type Action =
  | { kind: 'job'; action: JobAction }
  | { kind: 'node'; maintenance: boolean }
  /** Without a screen, it's the one that the last answer linked to. */
  | { kind: 'open'; screen?: string }

const JOB = String.raw`(?:it|that|this|them|(?:that|this|my|the)(?: very)? (?:(?:last|latest|newest|most recent|previous|failed|running|waiting|open|current)(?: [\w-]+){0,2}|(?:[\w-]+ )?(?:jobs?|one|results?|orders?|pictures?|pics?|images?|photos?|stor(?:y|ies)|texts?|recordings?|sounds?|audios?|cut-?outs?|drawings?|speech|transcripts?|upscales?))(?:(?: (?:that|which))? i (?:just |have )?(?:made|ordered|ran|did|created|generated))?(?: (?:(?:from|of) )?(?:today|yesterday|this morning|last night)| of mine)?)`

const jobRules: [RegExp, JobAction][] = [
  [
    /^(?:cancel|abort|stop|call off|kill)\b(?!.*\b(?:nodes?|machine|computer|subscription|account)\b)/,
    'cancel',
  ],
  [
    /^(?:re-?try|re-?run|re-?start (?:it|that|my|the)|(?:do|try|run|start|order) (?:it |that |this |my .* |the .* )?(?:once more|again|one more time|over)|give (?:it|that) another (?:try|go|shot))\b(?!.* but\b)/,
    'retry',
  ],
  [
    /^(?:(?:make|give|create|do|run|order|show)(?: me)? )?(?:a new|another|one more|a different|a second) (?:version|variant|variation|take)\b|^(?:new version|another one|one more|(?:a |something )(?:different|new|fresh)(?: one)?)$|^(?:do|make|run) .*\b(?:again|once more),? but\b|\b(?:different|new|another|other) seed\b/,
    'new-version',
  ],
  [
    /^(?:un-?favou?rite|unlike|un-?heart)\b|^(?:remove|delete|drop) my (?:\w+ )?favou?rite\b|^(?:remove|take|delete|drop|kick|throw|get) .*\b(?:(?:from|off|out of) (?:my )?favou?rites|hearts?)\b/,
    'unfavorite',
  ],
  [
    /^(?:favou?rite|like|bookmark|heart|star)\b|^(?:add|save|put|keep|mark) .*\b(?:(?:to|in|into|among|as|with|on) (?:an? |my )?favou?rites?)\b|^(?:put|give|add) .*\bheart\b/,
    'favorite',
  ],
  [
    /^(?:make|set|keep|turn|switch|put|mark) .*\b(?:private|secret|hidden|visible only (?:to|for) me|only visible (?:to|for) me|(?:just|only) for me)\b|^hide (?:it|that|this|my|the)\b|^(?:back to )?private(?: again)?$|^only$|^(?:only|just) me$|\bshould (?:only )?be (?:private|(?:only |just )?for me|only|just)\b|^(?:change|make|set) .*\b(?:only i|nobody else|no one else)\b.*\bsees?\b|^(?:only i|nobody|no ?one)(?: else)? (?:should|may|shall|can) see\b|^unpublish\b|^(?:take|remove|pull|get) .*\b(?:out of|off|from) the (?:public )?feed\b|^take (?:it|that|this|my .*|the .*) (?:down|offline)(?: again)?$/,
    'private',
  ],
  [
    /^(?:make|set|turn|switch|put|mark) .*\b(?:public|visible (?:to|for) (?:everyone|everybody|all|others|the world))\b|^publish\b|^(?:back to )?public(?: again)?$|^(?:show|share) .*\b(?:with|to) (?:everyone|everybody|the world|all)\b|^(?:let|allow) (?:everyone|everybody|people|others|the world|all)\b.*\bsee\b|^(?:everyone|everybody) (?:should|may|can|shall) see\b|^(?:put|post) .* (?:in|into|on|to) the feed\b/,
    'public',
  ],
  [
    new RegExp(
      `^(?:delete|remove|erase|trash|wipe|bin|toss|ditch|scrap|dump|throw away|get rid of) ${JOB}(?:, (?:it|that|this|i|we|he|she|they)(?:'s|'m|'re|'ve)? .*)?(?: for (?:good|ever)| forever| completely)?(?: (?:from|off|out of) (?:my|the) (?:list|profile|history|jobs|account))?$`,
    ),
    'delete',
  ],
]

const NODE = /\b(?:nodes?|machines?|computer|laptop|worker|server|pc|rig)\b/

const screens: [RegExp, string][] = [
  [/\bfeed\b/, '/feed'],
  [/\bapps?\b|\bcatalogue\b/, '/apps'],
  [/\bmy nodes?\b/, '/profile/nodes'],
  [/\bnodes?\b/, '/nodes'],
  [/\b(?:jobs|history|creations|orders)\b/, '/profile/jobs'],
  [/\b(?:credits|statement|balance)\b/, '/profile/credits'],
  [/\bfavou?rites\b/, '/profile/favourites'],
  [/\b(?:api )?keys\b/, '/profile/keys'],
  [/\bwebhooks\b/, '/profile/webhooks'],
  [/\bsettings\b/, '/profile/settings'],
  [/\b(?:profile|gallery|account)\b/, '/profile'],
  [/\bstaking\b|\bstake\b/, '/staking'],
  [/\bdevlog\b|\bnews\b/, '/devlog'],
  [/\bfeedback\b/, '/feedback'],
  [/\bdevelopers?\b/, '/developers'],
  [/\bhome\b/, '/'],
]

/** What action a message asks for, apart from an order; undefined for questions. */
export function actionIn(message: string): Action | undefined {
  const text = plainText(message)
  const place = /^([^:"]+)[,;.?] +(?:please )?open it\b/.exec(text)?.[1]
  if (place) return actionAskedFor(`open ${place}`)
  if (isQuestion(text)) return undefined
  // "done with the disk, wake it up": the request may come last.
  const [, before, last] = /^([^:"]+)[,;.!] +([^:",;.!]+)[.!]*$/.exec(text) ?? []
  const whole = actionAskedFor(request(text))
  if (whole || !last || /\b(?:photo|picture|image|pic)\b/.test(before!)) return whole
  return actionAskedFor(request(last))
}

function actionAskedFor(asked: string): Action | undefined {
  const node = nodeActionIn(asked)
  if (node) return node
  const found = jobRules.find(([pattern]) => pattern.test(asked))
  if (
    found &&
    !/\b(?:account|profile|data|conversation|chat|thread|key|name|background|wallet)\b/.test(asked)
  )
    return { kind: 'job', action: found[1] }
  if (LAST_SCREEN.test(asked)) return { kind: 'open' }
  if (/^take me home$|^(?:go )?home$/.test(asked)) return { kind: 'open', screen: '/' }
  if (
    !/^(?:open|go (?:back )?to|take me (?:back )?to|bring me (?:back )?to|get me to|lead me to|jump to|show (?:me )?(?:the|my (?:profile|settings|gallery))|navigate to|switch to|visit)\b|^(?:let me )?(?:see|view|show)\b.*\b(?:page|screen|tab)$|^(?:let me )?see the (?:feed|devlog|nodes|apps|catalogue)$|^(?:the )?\w+ (?:page|screen|tab)$/.test(
      asked,
    )
  )
    return undefined
  const screen = screens.find(([name]) => name.test(asked))
  return asked.split(' ').length <= 7 && screen ? { kind: 'open', screen: screen[1] } : undefined
}

/** "Take me there" */
const LAST_SCREEN =
  /^(?:(?:take|bring|lead|get) me|go|let's go) there$|^open (?:it|that)$|^(?:open|show me|go to|take me to) (?:that|the) (?:page|screen|link)$/

function nodeActionIn(asked: string): Action | undefined {
  if (/^wake (?:it|them) up\b|^let (?:it|them) (?:work|run|earn)(?: again)?$/.test(asked))
    return { kind: 'node', maintenance: false }
  if (!NODE.test(asked) && !/\bmaintenance\b/.test(asked)) return undefined
  if (
    /^(?:wake|resume|unpause|restart|start|bring back|activate|reactivate|re-?enable|turn (?:my|the) .* (?:back )?on|bring .*\bback)\b|^(?:put|let|get|bring) .*\b(?:back to work|work again|online|take jobs again|back on)\b|^(?:take|get|bring) .*\bout of maintenance\b|^end .*maintenance\b/.test(
      asked,
    )
  )
    return { kind: 'node', maintenance: false }
  if (
    /^(?:rest|pause|stop|halt|suspend|sleep)\b|^(?:put|set|take|bring|send|let|give|switch) .*\b(?:maintenance|rest|sleep|offline|break|pause)\b/.test(
      asked,
    )
  )
    return { kind: 'node', maintenance: true }
  return undefined
}
