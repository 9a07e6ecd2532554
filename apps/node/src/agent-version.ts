import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** The packed agent's names its content: see `writeNpmPackage`. */
export const agentVersion: string = JSON.parse(
  readFileSync(findPackageJSON('.', import.meta.url)!, 'utf8'),
).version
