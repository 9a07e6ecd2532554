import type { AppId, AppManifest } from './app.ts'
import { cutOut } from './cut-out.ts'
import { echo } from './echo.ts'
import { eraseFill } from './erase-fill.ts'
import { expandPhoto } from './expand-photo.ts'
import { findObjects } from './find-objects.ts'
import { imagine } from './imagine.ts'
import { readText } from './read-text.ts'
import { speak } from './speak.ts'
import { storyTeller } from './story-teller.ts'
import { transcribe } from './transcribe.ts'
import { upscale } from './upscale.ts'
import { vectorise } from './vectorise.ts'
import { write } from './write.ts'

/** Every app, in the order in which people see them. */
export const catalogue: readonly AppManifest[] = [
  cutOut,
  eraseFill,
  expandPhoto,
  upscale,
  speak,
  transcribe,
  storyTeller,
  readText,
  findObjects,
  vectorise,
  imagine,
  write,
  echo,
]

export function findApp(id: AppId): AppManifest | undefined {
  return catalogue.find((app) => app.id === id)
}
