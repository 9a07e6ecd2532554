import { basename, dirname } from 'node:path'
import type { ImportGraph } from './import-graph.ts'

/** The tests that a change touches. */
export interface SelectedTests {
  unit: string[]
  browser: string[]
}

/**
 * They assemble a whole program and import nearly everything, so every change would reach every test through them. A test that uses the
 * whole program belongs to its folder.
 */
const COMPOSITION_ROOTS = [
  /^apps\/api\/src\/(server|run-api|open-deps|sweeps)\.ts$/,
  /^apps\/api\/src\/test\/start-test-api\.ts$/,
  /^apps\/web\/src\/routes\/(router|root)\.tsx$/,
  /^stack\/src\/test\//,
]

const UNIT_TEST = /\.test\.tsx?$/
const BROWSER_TEST = /^e2e\/tests\/.+\.spec\.ts$/
const SCREEN = /^apps\/web\/src\/routes\/([\w-]+)\.tsx$/

/** Unit tests that import what changed or are next to it, and browser tests that import it or are named after a screen that shows it. */
export function selectTests(graph: ImportGraph, changed: readonly string[]): SelectedTests {
  const touched = importersOf(graph, changed)
  const folders = new Set(changed.filter((file) => graph.has(file)).map(dirname))
  const names = new Set([...touched].flatMap((file) => namesIn(file)))
  const files = [...graph.keys()].sort()
  return {
    unit: files.filter((file) => UNIT_TEST.test(file) && (touched.has(file) || folders.has(dirname(file)))),
    browser: files.filter(
      (file) => BROWSER_TEST.test(file) && (touched.has(file) || names.has(basename(file, '.spec.ts'))),
    ),
  }
}

/** The changed files and all that import them, directly or through others. */
function importersOf(graph: ImportGraph, changed: readonly string[]): Set<string> {
  const importers = new Map<string, string[]>()
  for (const [file, imports] of graph) {
    for (const imported of imports) importers.set(imported, [...(importers.get(imported) ?? []), file])
  }
  const reached = new Set(changed)
  for (const file of reached) {
    if (COMPOSITION_ROOTS.some((root) => root.test(file)) && !changed.includes(file)) continue
    for (const importer of importers.get(file) ?? []) reached.add(importer)
  }
  return reached
}

/** A screen's browser tests have its name. So have those of a part of the shell, such as the sidebar. */
function namesIn(file: string): string[] {
  const [, screen] = SCREEN.exec(file) ?? []
  if (screen) return [screen]
  return file.startsWith('apps/web/src/shell/') ? [basename(file).replace(/\.tsx?$/, '')] : []
}
