import type { Chance } from './chance.ts'
import { stock } from './stock-of-words.ts'

type Slot = keyof typeof stock

/** Things that people say and write down. Braces stand for a word of the stock or a number. */
const patterns = [
  'The {quality} {thing} was still {where} when {name} came back {when}.',
  '{Name} says that my {kin} left {number} boxes of {goods} {where}.',
  'Please bring the {thing} back to {name}, the {quality} one if you can.',
  'We walked {where} and talked about {topic} until it was dark.',
  'Nobody knew why the {animal} had {deed}, but {name} had a guess.',
  '{When} it rained for {number} hours, and the {thing} stayed {where}.',
  'I would rather have the {quality} {thing} than another evening of {topic}.',
  'My {kin} keeps {number} {goods} {where} and never counts them.',
  'Did you hear that {name} {deed} with the {quality} {thing}?',
  'The train to {town} leaves at {hour}, so meet me {where} a little earlier.',
  '{Name} and the {kin} from {town} agreed on {topic} after all.',
  'For {number} people you need {goods}, a {quality} {thing} and some patience.',
  'It is {quality}, it is cheap, and it comes from {town}.',
  'The meeting about {topic} moves to {hour}, and {name} will take notes.',
  'Somewhere {where} a {animal} {deed}, and the whole street laughed.',
  'When {name} was {number}, {topic} seemed much more {quality} than today.',
  'Look for the {thing} {where}; the key is under the {quality} {thing}.',
  'In {town} they paint every {thing} {color}, even the {quality} ones.',
  'Thank you for the {color} {thing}, it arrived {when} and works well.',
  '{When} my {kin} {deed}, which is more than {name} ever did.',
]

const beginnings = [
  'Once upon a time, a {quality} {animal} lived {where}.',
  'One day, {name} found a {color} {thing} {where}.',
  '{Name} and a {quality} {animal} were best friends. {When} they',
  'Once there was a {color} {thing} that nobody wanted. It stood {where} and',
  'The little {animal} was sad because the {thing} was gone.',
  '{Name} wanted to see the {animal} of {town}. So {name} took the {color} {thing} and',
  'It was a {quality} morning. {Name} went {where} with a {thing}.',
  '"Who took my {thing}?" asked the {quality} {animal}. {Name}',
  'Deep in the forest, a {animal} had a {quality} {thing}.',
  'Every day {name} sat {where} and waited for the {color} {animal}.',
]

/** Sentences that hardly ever repeat, until they have at least this many characters; never more than the maximum. */
export function writeSentences(chance: Chance, least: number, most: number): string {
  let text = ''
  while (text.length < least) {
    const longer =
      text === '' ? filled(chance.pick(patterns), chance) : `${text} ${filled(chance.pick(patterns), chance)}`
    if (longer.length > most && text !== '') return text
    text = longer
  }
  return text
}

export function writeBeginning(chance: Chance): string {
  return filled(chance.pick(beginnings), chance)
}

/** A few words, as on a label. */
export function writeLabel(chance: Chance): string {
  return filled(
    chance.pick(['{quality} {thing}', '{number} {goods}', '{color} {animal}', '{hour} {town}']),
    chance,
  )
}

/** Within a sentence, each name stays the same. */
function filled(pattern: string, chance: Chance): string {
  const name = chance.pick(stock.name)
  const sentence = pattern.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const word = wordFor(slot.toLowerCase(), name, chance)
    return slot[0] === slot[0]!.toLowerCase() ? word : word[0]!.toUpperCase() + word.slice(1)
  })
  // "An" isn't used before "useful".
  return sentence.replaceAll(/\b(a) (?=[aeio]|u(?!s))/gi, '$1n ')
}

function wordFor(slot: string, name: string, chance: Chance): string {
  if (slot === 'name') return name
  if (slot === 'number') return String(chance.integer(3, 90))
  if (slot === 'hour')
    return `${chance.integer(1, 12)}:${chance.pick(['05', '10', '15', '20', '30', '40', '45', '50'])}`
  return chance.pick(stock[slot as Slot])
}
