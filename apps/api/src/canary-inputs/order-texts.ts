import type { AppManifest } from '@infra/protocol/apps/app'
import { SEED_MAX } from '@infra/protocol/apps/app-field'
import type { CanaryInput } from './canary-input.ts'
import type { Chance } from './chance.ts'
import { drawPage } from './draw-page.ts'
import { optionOf } from './option-of.ts'
import { writeBeginning, writeLabel, writeSentences } from './write-sentences.ts'

export async function orderStory(_app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const temperature = chance.isTrue(0.5) ? 0.8 : chance.integer(4, 24) / 20
  const length = chance.isTrue(0.4) ? 200 : chance.integer(48, 240)
  return {
    input: { prompt: writeBeginning(chance), length, temperature, seed: chance.integer(0, SEED_MAX) },
    files: [],
  }
}

export async function orderSpeech(app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const speed = chance.isTrue(0.6) ? 1 : chance.integer(15, 27) / 20
  return {
    input: {
      text: writeSentences(chance, chance.integer(60, 180), 260),
      voice: optionOf(app, 'voice', chance),
      speed,
    },
    files: [],
  }
}

export async function orderReading(app: AppManifest, chance: Chance): Promise<CanaryInput> {
  const layout = optionOf(app, 'layout', chance)
  const count = chance.integer(4, 8)
  const texts: Record<string, () => string[]> = {
    line: () => [writeSentences(chance, 20, 60)],
    sparse: () => Array.from({ length: count }, () => writeLabel(chance)),
  }
  const blocks = texts[layout]?.() ?? [writeSentences(chance, 160, 520)]
  return { input: { layout }, files: [{ name: 'image', bytes: await drawPage(blocks, layout, chance) }] }
}
