import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { learnedSets, unseenSets } from '../conversations/conversation-sets.ts'
import { heldQuestions } from '../conversations/held-questions.ts'
import { tuningQuestions } from '../conversations/tuning-questions.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { readLearned } from '../knowledge/learned.ts'
import { learn } from '../learning/learn.ts'
import { askInTurn } from './ask-in-turn.ts'
import { type Measured, measure, measureConversations } from './measure.ts'

/**
 * `npm run ask` measures how well the built-in engine understands; `npm run ask -- "a question" "another"` tries a conversation, and
 * `npm run ask -- nineteenth` asks single sets. Sets that are to stay unseen are only asked by name. With
 * `--unlearned`, nothing is learned from the sets that are asked.
 */
const apps = catalogue.filter(({ state }) => state === 'published')
const cache = resolve(process.env.WEIGHTS_CACHE ?? 'node_modules/.cache/infra-weights')
const log = {
  info: (sentence: string) => console.log(sentence),
  warn: (_: object, sentence: string) => console.log(sentence),
}
const weights = { cache, folder: undefined, mirror: undefined }
const { values, positionals: messages } = parseArgs({
  allowPositionals: true,
  options: { unlearned: { type: 'boolean' } },
})
const others = Object.entries(learnedSets).filter(([name]) => !messages.includes(name))
const learned = values.unlearned ? () => learn(weights, Object.fromEntries(others)) : readLearned
const byMeaning = openKnowledge({ config: { weights }, apps, learned }, log)
const byWords = openKnowledge({ config: { weights: 'none' }, apps }, log)

if (!(await byMeaning.isByMeaning()))
  console.log('The model isn’t on this machine: these figures are by words alone.')
const sets = { ...learnedSets, ...unseenSets }
if (messages.length > 0 && messages.every((name) => sets[name])) {
  const ask = (conversation: Parameters<typeof askInTurn>[1]) =>
    askInTurn({ apps, knowledge: byMeaning }, conversation)
  for (const name of messages)
    print(`${name} conversations, by meaning`, await measureConversations(ask, sets[name]!), true)
} else if (messages.length > 0) {
  const chosen = await askInTurn(
    { apps, knowledge: byMeaning },
    messages.map((asks) => ({ asks })),
  )
  for (const one of chosen) console.log(one.topic ?? 'does not know', one)
} else {
  for (const [how, knowledge] of [
    ['by meaning', byMeaning],
    ['by words alone', byWords],
  ] as const) {
    const ask = (conversation: Parameters<typeof askInTurn>[1]) =>
      askInTurn({ apps, knowledge }, conversation)
    for (const [name, set] of Object.entries({ tuning: tuningQuestions, held: heldQuestions }))
      print(`${name} questions, ${how}`, await measure(ask, set), how === 'by meaning')
    for (const [name, set] of Object.entries(learnedSets))
      print(
        `${name} conversations (${set.length}), ${how}`,
        await measureConversations(ask, set),
        how === 'by meaning',
      )
  }
}

function print(name: string, { asked, right, wrong, invented, orders }: Measured, isInDetail: boolean): void {
  const filled = orders.asked > 0 ? `, ${orders.exact} of ${orders.asked} orders filled in exactly` : ''
  console.log(
    `\n${name}: ${right} of ${asked} right (${((100 * right) / asked).toFixed(1)} %), ${invented.length} off-topic questions answered${filled}`,
  )
  if (isInDetail)
    for (const { asks, chose } of [...wrong, ...invented]) console.log(`  ${asks}  ->  ${chose}`)
}
