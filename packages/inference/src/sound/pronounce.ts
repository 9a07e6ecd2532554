import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { letterModel } from './letter-model.ts'

/** A sound of English in the alphabet of CMUdict; vowels have their stress. */
export interface Phone {
  name: string
  stress?: 0 | 1 | 2
}

/** A word as it is pronounced, or a pause. */
export type Pronounced = { word: string; phones: Phone[] } | { pause: string }

export type Pronounce = (sentence: string) => Pronounced[]

const names =
  'EY|B IY|S IY|D IY|IY|EH F|JH IY|EY CH|AY|JH EY|K EY|EH L|EH M|EH N|OW|P IY|K Y UW|AA R|EH S|T IY|Y UW|V IY|D AH B AH L Y UW|EH K S|W AY|Z IY'.split(
    '|',
  )
const VOWEL = /^[AEIOU]/
const SIBILANTS = new Set(['S', 'Z', 'SH', 'ZH', 'CH', 'JH'])
const VOICELESS = new Set(['P', 'T', 'K', 'F', 'TH'])

/** A word in capitals up to this length is spelled, even if it could be read: US, IT, WHO. */
const SPELLED_LENGTH = 3

/** Looks 123,000 words up in CMUdict and guesses the others from their letters. */
export async function openPronounce(folder: string): Promise<Pronounce> {
  const [dictionary, model] = await Promise.all(
    ['cmudict.json', 'g2p_model.json'].map(async (file) =>
      JSON.parse(await readFile(join(folder, file), 'utf8')),
    ),
  )
  const guess = letterModel(model)
  const found = (word: string): string[] | undefined =>
    Object.hasOwn(dictionary, word) ? dictionary[word] : undefined

  const phonesOf = (word: string): Phone[] => {
    const capitals = /^([A-Z]{2,})(s|'s)?$/.exec(word)
    if (capitals && (capitals[1]!.length <= SPELLED_LENGTH || !found(capitals[1]!)))
      return withEnding(spelled(capitals[1]!), capitals[2] !== undefined)
    const key = word.toUpperCase()
    const known = found(key)
    if (known) return known.map(phoneOf)
    const owner = /^(.+)'S$/.exec(key)
    if (owner) return withEnding(phonesOf(owner[1]!.toLowerCase()), true)
    return guess(word.toLowerCase().replaceAll("'", '')).map(phoneOf)
  }

  return (sentence) => {
    const pieces = sentence.match(/[A-Za-z](?:[A-Za-z']*[A-Za-z])?|[,.;:!?]/g) ?? []
    const pronounced: Pronounced[] = pieces.map((piece) =>
      VOICED.test(piece) ? { word: piece.toLowerCase(), phones: phonesOf(piece) } : { pause: piece },
    )
    // The "the" of "the end" differs from that of "the start".
    for (const [at, piece] of pronounced.entries()) {
      const next = pronounced[at + 1]
      if (
        'word' in piece &&
        piece.word === 'the' &&
        next &&
        'word' in next &&
        VOWEL.test(next.phones[0]!.name)
      )
        piece.phones = [{ name: 'DH' }, { name: 'IY', stress: 0 }]
    }
    return pronounced.filter((piece) => 'pause' in piece || piece.phones.length > 0)
  }
}

const VOICED = /[A-Za-z]/

function phoneOf(written: string): Phone {
  const stress = /\d$/.exec(written)
  if (!stress) return { name: written }
  return { name: written.slice(0, -1), stress: Number(stress[0]) as 0 | 1 | 2 }
}

/** Every letter by its name, with the main stress on the last one. */
function spelled(letters: string): Phone[] {
  return [...letters].flatMap((letter, at) =>
    names[letter.charCodeAt(0) - 65]!.split(' ').map((name, place, all): Phone => {
      if (!VOWEL.test(name)) return { name }
      const isFirst = !all.slice(0, place).some((before) => VOWEL.test(before))
      return { name, stress: isFirst ? (at === letters.length - 1 ? 1 : 2) : 0 }
    }),
  )
}

function withEnding(phones: Phone[], hasEnding: boolean): Phone[] {
  const last = phones.at(-1)?.name
  if (!hasEnding || !last) return phones
  if (SIBILANTS.has(last)) return [...phones, { name: 'IH', stress: 0 }, { name: 'Z' }]
  return [...phones, { name: VOICELESS.has(last) ? 'S' : 'Z' }]
}
