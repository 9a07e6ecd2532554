import type { Mark } from '../form/drawing/mask-marks.ts'

const files = import.meta.glob<string>('./samples/*', { eager: true, query: '?url', import: 'default' })

/** Values for trying an app: one tap fills in its fields. */
export interface Sample {
  name: string
  /** One of our own files (`npm run samples`) for the file field. */
  file?: { field: string; url: string }
  /** What is painted over that file. */
  marks?: { field: string; marks: readonly Mark[] }
  texts?: Readonly<Record<string, string>>
}

const picture = (file: string, name: string): Sample => ({
  name,
  file: { field: 'image', url: files[`./samples/${file}.webp`]! },
})
const text = (field: string, name: string, words: string): Sample => ({ name, texts: { [field]: words } })

/** The boat's position in its picture, with a small margin. */
const boat: Mark = { shape: 'box', erase: false, x: 246, y: 234, width: 186, height: 216 }

const samples: Readonly<Record<string, readonly Sample[]>> = {
  'cut-out': [picture('pear', 'Pear'), picture('boat', 'Boat')],
  'erase-fill': [{ ...picture('boat', 'Boat'), marks: { field: 'mask', marks: [boat] } }],
  'expand-photo': [picture('boat', 'Boat'), picture('pear', 'Pear')],
  upscale: [picture('small-boat', 'Small boat')],
  vectorise: [picture('pear', 'Pear'), picture('street', 'Street')],
  'find-objects': [picture('street', 'Street')],
  'read-text': [picture('note', 'Note')],
  transcribe: [{ name: 'Announcement', file: { field: 'audio', url: files['./samples/announcement.wav']! } }],
  speak: [
    text('text', 'Welcome', 'Welcome aboard. We arrive at half past nine, and the sun is already out.'),
    text('text', 'Bedtime', 'The lamp went out, the cat curled up, and the whole house fell asleep.'),
  ],
  'story-teller': [
    text('prompt', 'A shy robot', 'One day, a shy little robot found a red balloon'),
    text('prompt', 'A lost star', 'Lily looked out of the window and saw a star fall into the garden'),
  ],
  imagine: [
    text('prompt', 'Lighthouse', 'A lighthouse on a cliff at dusk, warm light in the window, oil painting'),
    text('prompt', 'Paper fox', 'A fox folded from orange paper on a white table, soft shadows'),
  ],
  write: [
    text('prompt', 'Thank-you note', 'Write a short thank-you note to a neighbour who watered my plants.'),
    text('prompt', 'Explain it', 'Explain in three sentences why the sky is blue.'),
  ],
}

/** Finds a sample by its name in an address: `?sample=boat`. */
export function findSample(samples: readonly Sample[], name: string): Sample | undefined {
  return samples.find((sample) => sample.name.toLowerCase() === name)
}

export function samplesOf(appId: string): readonly Sample[] {
  return Object.hasOwn(samples, appId) ? samples[appId]! : []
}
