import type { Pack } from '../pack.ts'
import { languagePacks } from './language-packs.ts'
import { picturePacks } from './picture-packs.ts'

/** The packs that apps name in their manifests. */
export const appPacks: readonly Pack[] = [...picturePacks, ...languagePacks]
