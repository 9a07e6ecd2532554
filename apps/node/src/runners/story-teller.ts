import { BEGIN, END, type LlamaTokenizer } from '@infra/inference/text/llama-tokenizer'
import { openTinyStories } from '@infra/inference/text/tiny-stories'
import { tokenSampler } from '@infra/inference/text/token-sampler'
import { JobFailure, type Runner } from './runner.ts'

/** A story needs some room after its beginning. */
const PROMPT_TOKENS_MAX = 192

/** Continues a beginning, token by token, until the story ends. */
export const storyTeller: Runner = async ({ input, weights, progress, text }) => {
  progress(0.02, 'Loading the model')
  const { model, tokenizer } = await openTinyStories(weights.tinystories!)
  const beginning = String(input.prompt ?? '')
  const length = Number(input.length ?? 200)
  const sample = tokenSampler(Number(input.temperature ?? 0.8), Number(input.seed ?? 0))

  const prompt = [BEGIN, ...(beginning ? tokenizer.encode(beginning) : [])]
  if (prompt.length > PROMPT_TOKENS_MAX)
    throw new JobFailure(
      'input_unreadable',
      `The beginning takes ${prompt.length} of at most ${PROMPT_TOKENS_MAX} tokens.`,
      { final: true },
    )
  progress(0.05, 'Reading the beginning')
  let logits = prompt.map((token, place) => model.read(token, place)).at(-1)!

  const story = writer(tokenizer, beginning, text)
  const last = Math.min(prompt.length + length, model.tokensMax)
  for (let place = prompt.length; place < last; place += 1) {
    const token = sample(logits)
    if (token === BEGIN || token === END) break
    story.write(token)
    const written = place - prompt.length + 1
    progress(0.05 + (0.95 * written) / length, `Writing, ${written} of at most ${length} tokens`)
    if (place + 1 < last) logits = model.read(token, place)
    // Gives the process a chance to send what was written, because computing a token never yields.
    await new Promise(setImmediate)
  }
  return [{ name: 'text', kind: 'text', text: story.end() }]
}

/** Decodes tokens and streams whole characters as they are complete. */
function writer(tokenizer: LlamaTokenizer, beginning: string, onText: (append: string) => void) {
  const decoder = new TextDecoder()
  let written = ''
  const append = (piece: string) => {
    // The model may produce any byte, control characters included.
    const plain = piece.replace(/[^\P{Cc}\n\t]/gu, '')
    const added = written === '' ? plain.trimStart() : plain
    written += added
    if (added) onText(added)
  }
  append(beginning)
  return {
    write: (token: number) => append(decoder.decode(tokenizer.bytesOf(token), { stream: true })),
    end: () => {
      append(decoder.decode())
      return written
    },
  }
}
