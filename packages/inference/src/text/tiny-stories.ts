import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Llama, openLlama } from './llama.ts'
import { type LlamaTokenizer, openLlamaTokenizer } from './llama-tokenizer.ts'

/** The pack has the model and its tokenizer in one file: this many bytes are the model. */
const MODEL_BYTES = 60_816_028

interface TinyStories {
  model: Llama
  tokenizer: LlamaTokenizer
}

let loaded: Promise<TinyStories> | undefined

/** A Llama that was trained on stories for children. Loaded once per process and kept. */
export function openTinyStories(folder: string): Promise<TinyStories> {
  loaded ??= readFile(join(folder, 'llama2.data')).then((bytes) => {
    const model = openLlama(bytes.subarray(0, MODEL_BYTES))
    return { model, tokenizer: openLlamaTokenizer(bytes.subarray(MODEL_BYTES), model.vocabulary) }
  })
  return loaded
}
