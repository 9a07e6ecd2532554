import { resolve } from 'node:path'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { chooseTopic } from '../built-in-engine.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { heldQuestions } from './held-questions.ts'
import { measure } from './measure.ts'
import { tuningQuestions } from './tuning-questions.ts'

/** `npm run ask` measures how well the built-in engine finds its answers; `npm run ask -- "a question"` tries one. */
const apps = catalogue.filter(({ state }) => state === 'published')
const cache = resolve(process.env.WEIGHTS_CACHE ?? 'node_modules/.cache/infra-weights')
const log = {
  info: (sentence: string) => console.log(sentence),
  warn: (_: object, sentence: string) => console.log(sentence),
}
const weights = { cache, folder: undefined, mirror: undefined }
const byMeaning = openKnowledge({ config: { weights }, apps }, log)
const byWords = openKnowledge({ config: { weights: 'none' }, apps }, log)

if (!(await byMeaning.isByMeaning())) console.log('The model is not here: these figures are by words alone.')
const [message] = process.argv.slice(2)
if (message) {
  const { topic, found } = await chooseTopic({ apps, knowledge: byMeaning }, message)
  console.log(topic ?? 'does not know')
  for (const { id, score } of found.slice(0, 5)) console.log(`  ${score.toFixed(2)}  ${id}`)
} else {
  for (const [how, knowledge] of [
    ['by meaning', byMeaning],
    ['by words alone', byWords],
  ] as const) {
    for (const [name, set] of Object.entries({ tuning: tuningQuestions, held: heldQuestions })) {
      const choose = async (asks: string) => (await chooseTopic({ apps, knowledge }, asks)).topic
      const { asked, right, wrong, invented } = await measure(choose, set)
      console.log(
        `\n${name}, ${how}: ${right} of ${asked} right (${((100 * right) / asked).toFixed(1)} %), ${invented.length} of ${set.other.length} off topic answered all the same`,
      )
      if (how === 'by meaning')
        for (const { asks, chose } of [...wrong, ...invented]) console.log(`  ${asks}  ->  ${chose}`)
    }
  }
}
