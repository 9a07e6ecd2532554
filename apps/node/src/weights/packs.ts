import { safetyPack } from '@infra/safety/safety-pack'
import type { Pack } from '@infra/weights/pack'
import { appPacks } from '@infra/weights/packs/app-packs'

export const packs: readonly Pack[] = [...appPacks, safetyPack]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}
