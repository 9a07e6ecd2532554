import { randomFrom } from '@infra/inference/random'
import { characterErrorRate } from '@infra/trust/measures/character-error-rate'
import { openRunner } from '../../../apps/api/src/test/runners/open-runner.ts'
import { drawText } from '../../../apps/node/src/runners/draw-text.ts'
import { photograph } from '../../../apps/node/src/test/photograph.ts'
import type { Result } from '../results.ts'

const PAGES = 3
const PAPER = '#e6e0d4'
const WORDS =
  'the quick brown fox jumps over a lazy dog and sleeps for 1234 minutes while big waves hit the shore of an old town where people read long letters by the light of lamps room 567 was empty but 890 was not'.split(
    ' ',
  )

interface Photograph {
  isShadowed: boolean
  /** In degrees. */
  slant: number
  noise: number
}

const kinds: Record<string, Photograph> = {
  'even light, straight': { isShadowed: false, slant: 0, noise: 20 },
  'light from one side and a shadow': { isShadowed: true, slant: 0, noise: 20 },
  'at a slant': { isShadowed: false, slant: 6, noise: 20 },
  'shadow and slant': { isShadowed: true, slant: -5, noise: 20 },
  'shadow, slant and much noise': { isShadowed: true, slant: 4, noise: 30 },
}

/** The share of letters that Read Text gets wrong on badly photographed pages; the first kind is the reference. */
export async function readText(): Promise<Result> {
  const runner = await openRunner('read-text')
  try {
    const figures: Result['figures'] = []
    for (const [what, kind] of Object.entries(kinds)) {
      let wrong = 0
      for (let seed = 0; seed < PAGES; seed += 1) {
        const lines = linesOf(seed)
        const bytes = await photographed(lines, kind, seed)
        const [read] = await runner.run({ layout: 'auto' }, [{ name: 'image', bytes }])
        // It separates paragraphs by an empty line.
        wrong += characterErrorRate(read!.text!.replaceAll(/\n+/g, '\n'), lines.join('\n'))
      }
      figures.push({ what, value: (100 * wrong) / PAGES, unit: '% of the letters wrong', atMost: 5 })
    }
    return { figures }
  } finally {
    await runner.close()
  }
}

function linesOf(seed: number): string[] {
  const random = randomFrom(seed)
  const line = () => Array.from({ length: 6 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ')
  return Array.from({ length: 12 }, line)
}

async function photographed(
  lines: string[],
  { isShadowed, slant, noise }: Photograph,
  seed: number,
): Promise<Buffer> {
  const random = randomFrom(seed + 1)
  const [middle, below] = [random(), random()]
  return await photograph(drawText(lines, { size: 22, ink: '#2a2a2a', paper: PAPER }), {
    paper: PAPER,
    slant,
    noise,
    random,
    light: (x, y, { width, height }) => {
      if (!isShadowed) return 1
      const away = Math.hypot(x - middle * width, y - below * height) / width
      const shadow = 0.55 + 0.45 * Math.min(1, Math.max(0, (away - 0.25) * 10))
      return (1 - 0.39 * (x / width) - 0.26 * (y / height)) * shadow
    },
  })
}
