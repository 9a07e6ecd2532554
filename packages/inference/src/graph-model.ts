import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm'
import { type GraphModel, loadGraphModel } from '@tensorflow/tfjs-converter'
import { env, io, setBackend } from '@tensorflow/tfjs-core'

let started: Promise<void> | undefined

/** TensorFlow on WebAssembly, because it's small, and without threads nothing outlives a job. */
function startWasm(): Promise<void> {
  started ??= (async () => {
    env().set('WASM_HAS_MULTITHREAD_SUPPORT', false)
    setWasmPaths(`${dirname(fileURLToPath(import.meta.resolve('@tensorflow/tfjs-backend-wasm')))}/`)
    await setBackend('wasm')
  })()
  return started
}

const models = new Map<string, Promise<GraphModel>>()

/** Loads the model in a folder once per process and keeps it. `read` is for models that aren't in TensorFlow's own format. */
export function graphModel(folder: string, read = readModel): Promise<GraphModel> {
  let model = models.get(folder)
  if (!model) {
    model = startWasm().then(async () => loadGraphModel(io.fromMemory(await read(folder))))
    models.set(folder, model)
  }
  return model
}

async function readModel(folder: string): Promise<io.ModelArtifacts> {
  const { modelTopology, weightsManifest }: io.ModelJSON = JSON.parse(
    await readFile(join(folder, 'model.json'), 'utf8'),
  )
  const paths = weightsManifest.flatMap((group) => group.paths)
  const shards = await Promise.all(paths.map((path) => readFile(join(folder, path))))
  return modelOf({ modelTopology, weightsManifest }, shards)
}

export function modelOf(
  { modelTopology, weightsManifest }: Pick<io.ModelJSON, 'modelTopology' | 'weightsManifest'>,
  shards: Buffer[],
): io.ModelArtifacts {
  return {
    modelTopology,
    weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
    weightData: new Uint8Array(Buffer.concat(shards)).buffer,
  }
}
