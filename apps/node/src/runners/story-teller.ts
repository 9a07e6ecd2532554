import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Llama, openLlama, softmax } from './llama.ts'
import { BEGIN, END, type LlamaWords, openLlamaWords } from './llama-words.ts'
import { randomFrom } from './random.ts'
import { JobFailure, type Runner } from './runner.ts'

/** The pack has both in one file. */
const MODEL_BYTES = 60_816_028

/** Of what could come next, only the likeliest that together make up this much; the rest is noise. */
const LIKELY = 0.9

/** A story needs some room after its beginning. */
const PROMPT_TOKENS_MAX = 192

/** Goes on from a beginning, word by word, and ends where the story does. */
export const storyTeller: Runner = async ({ input, weights, progress, text }) => {
  progress(0.02, 'Loading the model')
  const { model, words } = await opened(join(weights.tinystories!, 'llama2.data'))
  const beginning = String(input.prompt ?? '')
  const length = Number(input.length ?? 200)
  const choose = chooser(Number(input.temperature ?? 0.8), Number(input.seed ?? 0))

  const read = [BEGIN, ...(beginning ? words.encode(beginning) : [])]
  if (read.length > PROMPT_TOKENS_MAX)
    throw new JobFailure(
      'input_unreadable',
      `The beginning takes ${read.length} of at most ${PROMPT_TOKENS_MAX} tokens.`,
      { final: true },
    )
  progress(0.05, 'Reading the beginning')
  let logits = read.map((token, place) => model.read(token, place)).at(-1)!

  const story = writer(words, beginning, text)
  const last = Math.min(read.length + length, model.tokensMax)
  for (let place = read.length; place < last; place += 1) {
    const token = choose(logits)
    if (token === BEGIN || token === END) break
    story.write(token)
    const written = place - read.length + 1
    progress(0.05 + (0.95 * written) / length, `Writing, ${written} of at most ${length} tokens`)
    if (place + 1 < last) logits = model.read(token, place)
    // What was written leaves this process only between two tokens.
    await new Promise(setImmediate)
  }
  return [{ name: 'text', kind: 'text', text: story.end() }]
}

let loaded: Promise<{ model: Llama; words: LlamaWords }> | undefined

/** Kept for the next job of this process. */
function opened(path: string) {
  loaded ??= readFile(path).then((bytes) => {
    const model = openLlama(bytes.subarray(0, MODEL_BYTES))
    return { model, words: openLlamaWords(bytes.subarray(MODEL_BYTES), model.vocabulary) }
  })
  return loaded
}

/** Picks the next token: the likeliest at temperature 0, otherwise by chance, the bolder the warmer. */
function chooser(temperature: number, seed: number): (logits: Float32Array) => number {
  const random = randomFrom(seed)
  if (temperature === 0) return likeliest
  return (logits) => {
    for (let i = 0; i < logits.length; i += 1) logits[i]! /= temperature
    softmax(logits)
    return drawn(logits, random())
  }
}

function likeliest(numbers: Float32Array): number {
  let best = 0
  for (let i = 1; i < numbers.length; i += 1) if (numbers[i]! > numbers[best]!) best = i
  return best
}

function drawn(shares: Float32Array, chance: number): number {
  // One with less than this can be in no choice that the likely ones make up.
  const least = (1 - LIKELY) / (shares.length - 1)
  const candidates = [...shares.keys()].filter((token) => shares[token]! >= least)
  candidates.sort((a, b) => shares[b]! - shares[a]! || a - b)
  let sum = 0
  const enough = candidates.findIndex((token) => {
    sum += shares[token]!
    return sum > LIKELY
  })
  const kept = enough === -1 ? candidates : candidates.slice(0, enough + 1)
  let left = chance * sum
  for (const token of kept) {
    left -= shares[token]!
    if (left < 0) return token
  }
  return kept.at(-1)!
}

/** Puts the pieces together, handing out whole letters as they come. */
function writer(words: LlamaWords, beginning: string, tell: (append: string) => void) {
  const decoder = new TextDecoder()
  let written = ''
  const append = (piece: string) => {
    // The model may name any byte; no text of ours has a bell in it.
    const plain = piece.replace(/[^\P{Cc}\n\t]/gu, '')
    const added = written === '' ? plain.trimStart() : plain
    written += added
    if (added) tell(added)
  }
  append(beginning)
  return {
    write: (token: number) => append(decoder.decode(words.bytesOf(token), { stream: true })),
    end: () => {
      append(decoder.decode())
      return written
    },
  }
}
