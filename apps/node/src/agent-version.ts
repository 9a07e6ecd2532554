import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The packed agent's version contains a digest of its content: see `writeNpmPackage`. */
export const agentVersion: string = JSON.parse(
  readFileSync(findPackageJSON('.', import.meta.url)!, 'utf8'),
).version
