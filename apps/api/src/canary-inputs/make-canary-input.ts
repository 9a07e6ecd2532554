import type { AppManifest } from '@infra/protocol/apps/app'
import type { CanaryInput } from './canary-input.ts'
import { type Chance, chanceFrom } from './chance.ts'
import {
  orderCutOut,
  orderEraseFill,
  orderExpandPhoto,
  orderFindObjects,
  orderUpscale,
  orderVectorise,
} from './order-pictures.ts'
import { orderRecording } from './order-recording.ts'
import { orderReading, orderSpeech, orderStory } from './order-texts.ts'

interface Sources {
  /** Speech that reference nodes made, as WAV. */
  sounds: Buffer[]
}

type Make = (app: AppManifest, chance: Chance, sources: Sources) => Promise<CanaryInput | null>

const makers: Record<string, Make> = {
  'cut-out': orderCutOut,
  'erase-fill': orderEraseFill,
  'expand-photo': orderExpandPhoto,
  'find-objects': orderFindObjects,
  'read-text': orderReading,
  speak: orderSpeech,
  'story-teller': orderStory,
  transcribe: (app, chance, { sounds }) => orderRecording(app, chance, sounds),
  upscale: orderUpscale,
  vectorise: orderVectorise,
}

/**
 * The input of a canary, similar to what people order: the same seed always gives the same input, another seed another one. Anyone with the
 * seed can make it again, so seeds are secret until the canary is published. Null for apps whose results can't be compared one by one, and
 * if there's nothing to make it from.
 */
export async function makeCanaryInput(
  app: AppManifest,
  seed: string,
  sources: Sources,
): Promise<CanaryInput | null> {
  const make = Object.hasOwn(makers, app.id) ? makers[app.id] : undefined
  return (await make?.(app, chanceFrom(`${app.id} ${app.version} ${seed}`), sources)) ?? null
}
