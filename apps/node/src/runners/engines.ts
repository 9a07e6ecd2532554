import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

/** A package that does a runner's computation, and the package of ours that loads it. */
interface EnginePackage {
  name: string
  loadedBy: '@infra/node' | '@infra/inference'
}

const onnx: EnginePackage = { name: 'onnxruntime-node', loadedBy: '@infra/inference' }

/** The packed agent includes our packages. */
const IS_PACKED = import.meta.filename.endsWith('.js')

/** Models and apps in plain JavaScript. */
const NODE = 'Node.js'

/** What does the computation of each app with a runner; decoding and encoding files doesn't count. */
export const engines: Record<string, EnginePackage | typeof NODE> = {
  'cut-out': onnx,
  echo: NODE,
  'erase-fill': onnx,
  'expand-photo': onnx,
  'find-objects': { name: '@tensorflow/tfjs-backend-wasm', loadedBy: '@infra/inference' },
  'read-text': { name: 'tesseract.js', loadedBy: '@infra/node' },
  speak: onnx,
  'story-teller': NODE,
  transcribe: onnx,
  upscale: onnx,
  vectorise: { name: '@neplex/vectorizer', loadedBy: '@infra/node' },
}

/** An app's engine, with the version that is installed here. Loads nothing. */
export function engineOf(appId: string): { engine: string; engineVersion: string } {
  const found = engines[appId]
  if (!found) throw new Error(`It is not known what computes "${appId}".`)
  if (found === NODE) return { engine: NODE, engineVersion: process.versions.node }
  const isOwn = IS_PACKED || found.loadedBy === '@infra/node'
  const from = isOwn ? import.meta.url : findPackageJSON(found.loadedBy, import.meta.url)
  const file = findPackageJSON(found.name, from)
  if (!file) throw new Error(`The package ${found.name} is not installed.`)
  return { engine: found.name, engineVersion: JSON.parse(readFileSync(file, 'utf8')).version }
}
