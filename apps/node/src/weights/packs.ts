import type { Pack } from '@infra/weights/pack'
import { languagePacks } from './language-packs.ts'
import { picturePacks } from './picture-packs.ts'

export const packs: readonly Pack[] = [...picturePacks, ...languagePacks]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}
