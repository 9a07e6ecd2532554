import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { encodeLearned, LEARNED_FILE } from '../knowledge/learned.ts'
import { learn } from './learn.ts'

/** `npm run learn`, after a change of the help, of phrasings, of messages or of a set of conversations: a few minutes, most of it to train. */
const cache = resolve(process.env.WEIGHTS_CACHE ?? 'node_modules/.cache/infra-weights')
const say = (sentence: string) => console.log(sentence)
say('Learning from the help and from earlier questions.')
const bytes = encodeLearned(await learn({ cache, folder: undefined, mirror: undefined }, undefined, say))
await mkdir(dirname(LEARNED_FILE), { recursive: true })
await writeFile(LEARNED_FILE, bytes)
say(`${LEARNED_FILE} has ${Math.round(bytes.length / 1000)} kB.`)
