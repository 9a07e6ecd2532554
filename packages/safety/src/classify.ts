import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { graphModel, modelOf } from '@infra/inference/graph-model'
import { type io, type Tensor, tensor4d } from '@tensorflow/tfjs-core'
import sharp from 'sharp'
import { explicitScore, type SafetyScores, safetyClasses } from './is-explicit.ts'

const SIDE = 224
const PIXELS_MAX = 50_000_000

/** The backgrounds of a picture with transparent parts: white when it's opened by itself or saved, and our pages' own. */
export const PAGE_BACKGROUND = '#000000'
const BACKGROUNDS = ['#ffffff', PAGE_BACKGROUND]

/** Classifies a picture, given by path or as bytes, on each background, and returns the worst scores. `folder` contains the pack `nsfw`. */
export async function classify(picture: string | Buffer, folder: string): Promise<SafetyScores> {
  const { hasAlpha } = await sharp(picture, { limitInputPixels: PIXELS_MAX }).metadata()
  const seen: SafetyScores[] = []
  for (const background of hasAlpha ? BACKGROUNDS : BACKGROUNDS.slice(0, 1))
    seen.push(await classifyOn(background, picture, folder))
  return seen.reduce((worst, scores) => (explicitScore(scores) > explicitScore(worst) ? scores : worst))
}

async function classifyOn(
  background: string,
  picture: string | Buffer,
  folder: string,
): Promise<SafetyScores> {
  const pixels = await sharp(picture, { limitInputPixels: PIXELS_MAX })
    .autoOrient()
    .toColourspace('srgb')
    .flatten({ background })
    .resize({ width: SIDE, height: SIDE, fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer()
  const model = await graphModel(folder, readWrapped)
  const image = tensor4d(
    Float32Array.from(pixels, (value) => value / 255),
    [1, SIDE, SIDE, 3],
  )
  const output = model.predict(image) as Tensor
  const scores = await output.data()
  for (const tensor of [image, output]) tensor.dispose()
  return Object.fromEntries(safetyClasses.map((name, at) => [name, scores[at]!])) as SafetyScores
}

/** The package keeps its model in scripts for browsers: an object, and weights as base64. They are pinned by their hash. */
async function readWrapped(folder: string): Promise<io.ModelArtifacts> {
  const [model, ...shards] = await Promise.all(
    ['model.js', 'shard1.js', 'shard2.js'].map(async (name) =>
      exportOf(await readFile(join(folder, name), 'utf8')),
    ),
  )
  return modelOf(
    // TensorFlow does not accept objects of another realm, so they are cloned.
    structuredClone(model) as io.ModelJSON,
    shards.map((shard) => Buffer.from(shard as string, 'base64')),
  )
}

function exportOf(script: string): unknown {
  const module: { exports: unknown } = { exports: {} }
  runInNewContext(script, { module, exports: module.exports })
  return module.exports
}
