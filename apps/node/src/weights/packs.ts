import { safetyPack } from '@infra/safety/safety-pack'
import type { Pack } from '@infra/weights/pack'
import { languagePacks } from './language-packs.ts'
import { picturePacks } from './picture-packs.ts'

export const packs: readonly Pack[] = [...picturePacks, ...languagePacks, safetyPack]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}
