import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Tensor } from 'onnxruntime-node'
import { type ModelFiles, onnxSession } from '../onnx-session.ts'
import { openPronounce, type Phone, type Pronounce, type Pronounced } from './pronounce.ts'

export interface Voice {
  rate: number
  say: (sentence: string) => Promise<Float32Array>
}

/** The folders of both models; the pronunciation is that of `dittli` for either voice. */
export interface VoiceFiles {
  dittli: string
  kokoro: string
  threads: number
}

let pronouncing: Promise<Pronounce> | undefined

/** `fast` is a small network with one voice; the others are voices of Kokoro, whose first letter names the accent. */
export async function openVoice(
  name: string,
  speed: number,
  { dittli, kokoro, threads }: VoiceFiles,
): Promise<Voice> {
  pronouncing ??= openPronounce(dittli)
  const pronounce = await pronouncing
  return name === 'fast'
    ? fastVoice(pronounce, speed, { folder: dittli, threads })
    : kokoroVoice(pronounce, name, speed, { folder: kokoro, threads })
}

async function fastVoice(
  pronounce: Pronounce,
  speed: number,
  { folder, threads }: ModelFiles,
): Promise<Voice> {
  const facts = JSON.parse(await readFile(join(folder, 'metadata.json'), 'utf8'))
  const { symbols, tone_offset, language_id, sample_rate } = facts as {
    symbols: string[]
    tone_offset: number
    language_id: number
    sample_rate: number
  }
  const session = await onnxSession(join(folder, 'model.onnx'), threads)
  return {
    rate: sample_rate,
    say: async (sentence) => {
      const sounds = [PADDING, ...pronounce(sentence).flatMap(cmuSounds), PADDING]
      // The model expects a blank before, between and after the sounds.
      const interleaved = (numberOf: (sound: Sound) => number) =>
        integers([0, ...sounds.flatMap((sound) => [numberOf(sound), 0])])
      const count = sounds.length * 2 + 1
      const { audio } = await session.run({
        x: interleaved(({ symbol }) => symbols.indexOf(symbol)),
        x_lengths: new Tensor('int64', [BigInt(count)], [1]),
        sid: new Tensor('int64', [0n], [1]),
        tone: interleaved(({ tone }) => tone + tone_offset),
        language: interleaved(() => language_id),
        bert: new Tensor('float32', new Float32Array(1024 * count), [1, 1024, count]),
        ja_bert: new Tensor('float32', new Float32Array(768 * count), [1, 768, count]),
        // Its noise can't be seeded; without noise, the same text always sounds the same.
        noise_scale: numbers([0]),
        noise_scale_w: numbers([0]),
        length_scale: numbers([1 / speed]),
      })
      return audio!.data as Float32Array
    },
  }
}

interface Sound {
  symbol: string
  tone: number
}

const PADDING: Sound = { symbol: '_', tone: 0 }

function cmuSounds(said: Pronounced): Sound[] {
  if ('pause' in said) return [{ symbol: /[;:]/.test(said.pause) ? ',' : said.pause, tone: 0 }]
  return said.phones.map(({ name, stress }) => ({
    // Lower-case v means something else in its alphabet.
    symbol: name === 'V' ? 'V' : name.toLowerCase(),
    tone: stress === undefined ? 0 : stress + 1,
  }))
}

const KOKORO_RATE = 24_000
const STYLE = 256
/** The model takes 512 tokens with one at each end; a voice has a style for each length. */
const TOKENS_MAX = 510

async function kokoroVoice(
  pronounce: Pronounce,
  name: string,
  speed: number,
  { folder, threads }: ModelFiles,
): Promise<Voice> {
  const { model } = JSON.parse(await readFile(join(folder, 'tokenizer.json'), 'utf8'))
  const vocabulary: Record<string, number> = model.vocab
  const bytes = await readFile(join(folder, `${name}.bin`))
  const styles = new Float32Array(Uint8Array.from(bytes).buffer)
  // More optimization makes it no faster and takes 1.2 GB instead of 0.4.
  const session = await onnxSession(join(folder, 'kokoro.onnx'), threads, {
    graphOptimizationLevel: 'basic',
  })
  const write = name.startsWith('b') ? british : american
  return {
    rate: KOKORO_RATE,
    say: async (sentence) => {
      const ids = [...ipaOf(pronounce(sentence), write)]
        .flatMap((letter) => vocabulary[letter] ?? [])
        .slice(0, TOKENS_MAX)
      const row = Math.min(ids.length, TOKENS_MAX - 1) * STYLE
      const { waveform } = await session.run({
        input_ids: integers([0, ...ids, 0]),
        style: new Tensor('float32', styles.slice(row, row + STYLE), [1, STYLE]),
        speed: numbers([speed]),
      })
      return waveform!.data as Float32Array
    },
  }
}

/** Words that are seldom stressed. With stress on them, a sentence sounds like a list. */
const weak = new Set(
  'a an the of to in on at for and or but is are was were be been am it he she we they you i my your his her its our their that with from as by have has had do does did can could will would shall should'.split(
    ' ',
  ),
)

type Write = (phone: Phone, next: Phone | undefined) => string

/** In the alphabet of Kokoro: stress stands right before the vowel, and diphthongs are capital letters. */
function ipaOf(said: Pronounced[], write: Write): string {
  const pieces = said.map((piece) => {
    if ('pause' in piece) return piece.pause
    const marks = weak.has(piece.word) ? ['', '', ''] : ['', 'ˈ', 'ˌ']
    const letters = piece.phones.map(
      (phone, at) => `${marks[phone.stress ?? 0]}${write(phone, piece.phones[at + 1])}`,
    )
    return ` ${letters.join('')}`
  })
  return pieces.join('').trim()
}

const americanVowels: Record<string, string> = {
  AA: 'ɑ',
  AE: 'æ',
  AH: 'ʌ',
  AO: 'ɔ',
  AW: 'W',
  AY: 'I',
  EH: 'ɛ',
  ER: 'ɜɹ',
  EY: 'A',
  IH: 'ɪ',
  IY: 'i',
  OW: 'O',
  OY: 'Y',
  UH: 'ʊ',
  UW: 'u',
}

const consonants: Record<string, string> = {
  CH: 'ʧ',
  DH: 'ð',
  G: 'ɡ',
  HH: 'h',
  JH: 'ʤ',
  NG: 'ŋ',
  R: 'ɹ',
  SH: 'ʃ',
  TH: 'θ',
  Y: 'j',
  ZH: 'ʒ',
}

function american({ name, stress }: Phone): string {
  if (stress === undefined) return consonants[name] ?? name.toLowerCase()
  if (stress === 0 && name === 'AH') return 'ə'
  if (stress === 0 && name === 'ER') return 'əɹ'
  return americanVowels[name]!
}

const britishVowels: Record<string, string> = {
  AE: 'a',
  AO: 'ɔː',
  ER: 'ɜː',
  OW: 'Q',
  UW: 'uː',
}

/** CMUdict is American. This corrects what differs by rule: long vowels, the o of "not", and an r only before a vowel. */
function british(phone: Phone, next: Phone | undefined): string {
  const { name, stress } = phone
  const isBeforeVowel = next?.stress !== undefined
  if (name === 'R') return isBeforeVowel ? 'ɹ' : ''
  if (stress === undefined || (stress === 0 && name === 'AH')) return american(phone)
  if (name === 'ER') return `${stress === 0 ? 'ə' : 'ɜː'}${isBeforeVowel ? 'ɹ' : ''}`
  if (name === 'AA') return next?.name === 'R' ? 'ɑː' : 'ɒ'
  if (name === 'EH' && next?.name === 'R') return 'ɛː'
  if (name === 'IH' && next?.name === 'R') return 'ɪə'
  if (name === 'IY') return stress === 0 ? 'i' : 'iː'
  return britishVowels[name] ?? americanVowels[name]!
}

function integers(values: number[]): Tensor {
  return new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length])
}

function numbers(values: number[]): Tensor {
  return new Tensor('float32', Float32Array.from(values), [values.length])
}
