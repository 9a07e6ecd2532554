import { languagePacks } from './language-packs.ts'
import type { Pack } from './pack.ts'
import { picturePacks } from './picture-packs.ts'

export const packs: readonly Pack[] = [...picturePacks, ...languagePacks]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}

/** As `npm pack` names it, so that an operator can fetch it with npm alone. */
export function tarballName(pack: Pick<Pack, 'package' | 'version'>): string {
  return `${pack.package.replace(/^@/, '').replaceAll('/', '-')}-${pack.version}.tgz`
}

export function folderName(pack: Pick<Pack, 'name' | 'version'>): string {
  return `${pack.name}-${pack.version}`
}
