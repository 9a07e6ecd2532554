import type { AppId, AppManifest } from './app.ts'
import { cutOut } from './apps/cut-out.ts'
import { echo } from './apps/echo.ts'
import { readText } from './apps/read-text.ts'
import { storyTeller } from './apps/story-teller.ts'
import { vectorise } from './apps/vectorise.ts'

/** Every app there is, in the order in which people see them. */
export const catalogue: readonly AppManifest[] = [cutOut, readText, vectorise, storyTeller, echo]

export function findApp(id: AppId): AppManifest | undefined {
  return catalogue.find((app) => app.id === id)
}
