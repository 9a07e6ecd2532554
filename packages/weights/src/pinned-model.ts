import { filesDigest } from './files-digest.ts'
import { appPacks } from './packs/app-packs.ts'

export interface PinnedModel {
  model: string
  /** Of every file of its packs, each named `pack/file`; 64 zeros where there are no packs. */
  weights: string
}

const NONE: PinnedModel = { model: 'none', weights: '0'.repeat(64) }

/** The model that these packs of an app make up, by their names, in the order of the manifest. */
export function pinnedModel(packNames: readonly string[]): PinnedModel {
  if (packNames.length === 0) return NONE
  const files: Record<string, string> = {}
  for (const name of packNames) {
    const pack = appPacks.find((pack) => pack.name === name)
    if (!pack) throw new Error(`There are no weights "${name}".`)
    for (const [file, { sha256 }] of Object.entries(pack.files)) files[`${name}/${file}`] = sha256
  }
  return { model: packNames.join(', '), weights: filesDigest(files) }
}
