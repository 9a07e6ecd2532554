import type { AppId, AppManifest } from './app.ts'
import { cutOut } from './apps/cut-out.ts'
import { echo } from './apps/echo.ts'
import { eraseFill } from './apps/erase-fill.ts'
import { expandPhoto } from './apps/expand-photo.ts'
import { findObjects } from './apps/find-objects.ts'
import { imagine } from './apps/imagine.ts'
import { readText } from './apps/read-text.ts'
import { speak } from './apps/speak.ts'
import { storyTeller } from './apps/story-teller.ts'
import { transcribe } from './apps/transcribe.ts'
import { upscale } from './apps/upscale.ts'
import { vectorise } from './apps/vectorise.ts'
import { write } from './apps/write.ts'

/** Every app there is, in the order in which people see them. */
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
