import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InferenceSession, Tensor } from 'onnxruntime-node'
import { type ModelFiles, onnxSession } from '../onnx-session.ts'
import { BANDS, FRAMES, melOf } from './whisper-mel.ts'

const END = 50_257
const START = 50_258
const LANGUAGES = { first: 50_259, last: 50_357 }
const TRANSCRIBE = 50_359
const NO_SPEECH = 50_362
const NO_TIMES = 50_363
/** The first timestamp token; each further one is `TIME_SECONDS` later. */
const TIME = 50_364
const TIME_SECONDS = 0.02
const SPACE = 220

/** Speech may begin this late in a window, in timestamps: one second. */
const FIRST_TIME_MAX = 50
const TOKENS_MAX = 224
/** It repeats itself on noise and silence. */
const REPEATS_MAX = 3
const REPEATED_LENGTH_MAX = 24

export interface Transcribed {
  /** Text, with its start and end in seconds. */
  segments: { start: number; end: number; text: string }[]
  /** Where the next window must begin, in seconds from the start of this one; undefined if this one was transcribed to its end. */
  transcribedUntil: number | undefined
  /** The probability that nobody is speaking. */
  noSpeech: number
  /** The mean over all tokens; below -1 the text is a guess. */
  logProbability: number
}

export interface Whisper {
  /** Half a minute at most, at 16 kHz. */
  listen: (samples: Float32Array) => Promise<Transcribed>
}

export async function openWhisper({ folder, threads }: ModelFiles): Promise<Whisper> {
  const encoder = await onnxSession(join(folder, 'encoder.onnx'), threads)
  // It needs 80 or 100 MB for each token. Without the arena the system gives it this memory anew each time, which takes longer than the rest.
  const decoder = await onnxSession(join(folder, 'decoder.onnx'), threads, { enableCpuMemArena: true })
  const textOf = textReader(JSON.parse(await readFile(join(folder, 'vocab.json'), 'utf8')))
  const { suppress_tokens: never } = JSON.parse(
    await readFile(join(folder, 'generation_config.json'), 'utf8'),
  ) as { suppress_tokens: number[] }
  let language: number | undefined

  return {
    listen: async (samples) => {
      const features = new Tensor('float32', melOf(samples), [1, BANDS, FRAMES])
      const { last_hidden_state: sound } = await encoder.run({ input_features: features }, [
        'last_hidden_state',
      ])
      const begun = await startWriting(decoder, sound!)
      const noSpeech = probabilities(begun.logits)[NO_SPEECH]!
      // The language of the first window is used for all.
      language ??= likeliest(begun.logits, LANGUAGES.first, LANGUAGES.last)
      const { tokens, logProbability } = await write(begun, [language, TRANSCRIBE], never)
      return { ...segmentsOf(tokens, textOf), noSpeech, logProbability }
    },
  }
}

interface Writing {
  logits: Float32Array
  next: (tokens: number[]) => Promise<Float32Array>
}

/** Feeds the decoder its start token; `past` is its key-value cache. */
async function startWriting(decoder: InferenceSession, sound: Tensor): Promise<Writing> {
  const pastNames = decoder.inputNames.filter((name) => name.startsWith('past_key_values'))
  const presentNames = pastNames.map((name) => name.replace('past_key_values', 'present'))
  const heads = headsOf(decoder, pastNames[0]!)
  const past: Record<string, Tensor> = Object.fromEntries(
    pastNames.map((name) => [
      name,
      new Tensor('float32', new Float32Array(), [1, heads.count, 0, heads.width]),
    ]),
  )
  let hasPast = false

  const next = async (tokens: number[]) => {
    const results = await decoder.run(
      {
        ...past,
        input_ids: new Tensor('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
        encoder_hidden_states: sound,
        use_cache_branch: new Tensor('bool', [hasPast], [1]),
      },
      ['logits', ...presentNames],
    )
    for (const [at, name] of pastNames.entries()) {
      // The encoder's keys and values never change: only the first run returns them.
      if (!hasPast || name.includes('decoder')) past[name] = results[presentNames[at]!]!
    }
    hasPast = true
    const { data, dims } = results.logits!
    return (data as Float32Array).slice(-dims.at(-1)!)
  }
  return { logits: await next([START]), next }
}

function headsOf(decoder: InferenceSession, name: string): { count: number; width: number } {
  const facts = decoder.inputMetadata.find((input) => input.name === name)
  if (!facts?.isTensor) throw new Error(`The model has no input "${name}".`)
  return { count: Number(facts.shape[1]), width: Number(facts.shape[3]) }
}

async function write(
  { next }: Writing,
  opening: number[],
  never: number[],
): Promise<{ tokens: number[]; logProbability: number }> {
  const tokens: number[] = []
  let sum = 0
  let logits = new Float32Array()
  // One at a time: with a cache, the model takes one token per run.
  for (const token of opening) logits = new Float32Array(await next([token]))
  while (tokens.length < TOKENS_MAX) {
    for (const token of never) logits[token] = Number.NEGATIVE_INFINITY
    allow(logits, tokens)
    const token = likeliest(logits, 0, logits.length - 1)
    sum += Math.log(probabilities(logits)[token]!)
    if (token === END) break
    tokens.push(token)
    if (cutRepeats(tokens)) break
    logits = new Float32Array(await next([token]))
  }
  return { tokens, logProbability: sum / (tokens.length + 1) }
}

/** Timestamps come in pairs around text, never go back, and the first token is one. */
function allow(logits: Float32Array, tokens: number[]): void {
  const forbid = (from: number, to: number) => logits.fill(Number.NEGATIVE_INFINITY, from, to)
  forbid(NO_TIMES, NO_TIMES + 1)
  if (tokens.length === 0) {
    forbid(0, TIME)
    forbid(TIME + FIRST_TIME_MAX + 1, logits.length)
    return
  }
  const isTime = (token: number | undefined) => token !== undefined && token >= TIME
  const [before, last] = [tokens.at(-2), tokens.at(-1)]
  if (isTime(last)) {
    // After two timestamps comes text. After one that ends a text comes another, or the end.
    if (tokens.length === 1 || isTime(before)) forbid(TIME, logits.length)
    else forbid(0, END)
    if (tokens.length === 1) forbid(SPACE, SPACE + 1)
    if (tokens.length === 1) forbid(END, END + 1)
  }
  const latest = tokens.findLast(isTime)!
  forbid(TIME, isTime(last) && !isTime(before) ? latest : latest + 1)
  const shares = probabilities(logits)
  let times = 0
  for (let i = TIME; i < shares.length; i += 1) times += shares[i]!
  if (times > shares[likeliest(shares, 0, TIME - 1)]!) forbid(0, TIME)
}

/** Removes repetitions at the end, and returns whether there were any. */
function cutRepeats(tokens: number[]): boolean {
  const words = tokens.filter((token) => token < END)
  for (let size = 1; size <= REPEATED_LENGTH_MAX; size += 1) {
    const times = size < 4 ? REPEATS_MAX * 2 : REPEATS_MAX
    const tail = words.slice(-size * times)
    if (tail.length < size * times) continue
    if (!tail.every((token, at) => token === tail[at % size])) continue
    for (let left = size * (times - 1); left > 0; ) if (tokens.pop()! < END) left -= 1
    return true
  }
  return false
}

function segmentsOf(
  tokens: number[],
  textOf: (tokens: number[]) => string,
): Pick<Transcribed, 'segments' | 'transcribedUntil'> {
  const segments: Transcribed['segments'] = []
  const secondsOf = (token: number) => (token - TIME) * TIME_SECONDS
  let start = 0
  let words: number[] = []
  for (const token of tokens) {
    if (token < END) words.push(token)
    if (token < TIME) continue
    if (words.length > 0) segments.push({ start, end: secondsOf(token), text: textOf(words).trim() })
    words = []
    start = secondsOf(token)
  }
  // Two timestamps at the end mean that somebody was still speaking when the window ended, so the next one begins there.
  const wasCut = tokens.length > 2 && tokens.at(-1)! >= TIME && tokens.at(-2)! >= TIME
  if (words.length > 0) segments.push({ start, end: FRAMES / 100, text: textOf(words).trim() })
  return { segments, transcribedUntil: wasCut && start > 0 ? start : undefined }
}

function likeliest(numbers: Float32Array, first: number, last: number): number {
  let best = first
  for (let i = first + 1; i <= last; i += 1) if (numbers[i]! > numbers[best]!) best = i
  return best
}

function probabilities(logits: Float32Array): Float32Array {
  const most = logits[likeliest(logits, 0, logits.length - 1)]!
  let sum = 0
  const shares = logits.map((logit) => {
    const share = Math.exp(logit - most)
    sum += share
    return share
  })
  return shares.map((share) => share / sum)
}

/** The vocabulary writes every byte as a visible character. */
function textReader(vocabulary: Record<string, number>): (tokens: number[]) => string {
  const pieces = new Map(Object.entries(vocabulary).map(([piece, token]) => [token, piece]))
  const visible = (byte: number) => (byte >= 33 && byte <= 126) || (byte >= 161 && byte !== 173)
  const bytes = new Map<string, number>()
  for (let byte = 0, hidden = 256; byte < 256; byte += 1) {
    bytes.set(String.fromCharCode(visible(byte) ? byte : hidden), byte)
    if (!visible(byte)) hidden += 1
  }
  return (tokens) => {
    const letters = tokens.map((token) => pieces.get(token) ?? '').join('')
    return Buffer.from([...letters].map((letter) => bytes.get(letter) ?? 32)).toString('utf8')
  }
}
