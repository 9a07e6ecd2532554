import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { engineOf, engines } from './engines.ts'
import { runners } from './runners.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** Everything that a module loads, directly or through our own modules; types aren't loaded. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  const loads = readFileSync(file, 'utf8').matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)'/gm)
  for (const [, name] of loads) {
    const path = name!.startsWith('.')
      ? join(dirname(file), name!)
      : name!.startsWith('@infra/inference/')
        ? join(ROOT, 'packages/inference/src', `${name!.slice('@infra/inference/'.length)}.ts`)
        : undefined
    if (seen.has(path ?? name!)) continue
    seen.add(path ?? name!)
    if (path) loadedBy(path, seen)
  }
  return seen
}

const apps = Object.keys(runners).filter((id) => id !== 'safety')
const packages = Object.values(engines).flatMap((engine) => (typeof engine === 'string' ? [] : [engine.name]))

test('every app that has a runner has an engine', () => {
  expect(Object.keys(engines).sort()).toEqual(apps.sort())
})

test.for(apps)('the runner of %s loads the engine that receipts name, and no others', (id) => {
  const loaded = loadedBy(join(import.meta.dirname, `${id}.ts`))
  const { engine } = engineOf(id)
  expect(packages.filter((name) => loaded.has(name)).filter(isFirst)).toEqual(
    engine === 'Node.js' ? [] : [engine],
  )
})

test('the engine’s version is the installed one', () => {
  const require = createRequire(join(ROOT, 'packages/inference/package.json'))
  const { version } = require('onnxruntime-node/package.json')
  expect(engineOf('cut-out')).toEqual({ engine: 'onnxruntime-node', engineVersion: version })
  expect(engineOf('story-teller')).toEqual({ engine: 'Node.js', engineVersion: process.versions.node })
  for (const id of apps) expect(engineOf(id).engineVersion).toMatch(/^\d+\.\d+\.\d+/)
  expect(() => engineOf('imagine')).toThrow('imagine')
})

function isFirst(name: string, at: number, all: string[]): boolean {
  return all.indexOf(name) === at
}
