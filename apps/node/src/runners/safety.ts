import { classify } from '@infra/safety/classify'
import { isExplicit } from '@infra/safety/is-explicit'
import { safetyPack } from '@infra/safety/safety-pack'
import type { Runner } from './runner.ts'
import './sharp.ts'

/** Not an app that users can order: checks the pictures that the others made, and lists the explicit ones. */
export const safety: Runner = async ({ files, weights }) => {
  const explicit: string[] = []
  for (const [name, path] of Object.entries(files)) {
    if (isExplicit(await classify(path, weights[safetyPack.name]!))) explicit.push(name)
  }
  return [{ name: 'explicit', kind: 'text', text: JSON.stringify(explicit) }]
}
