import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type FetchedFile, gateFiles } from '../../../apps/api/src/files/inspection/gate-files.ts'
import { openTestRunner } from '../../../apps/node/src/test/test-runner.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { randomGenerator } from './random-generator.ts'

const run = await openTestRunner()
const [WIDTH, HEIGHT] = [96, 64]

type Values = Record<string, string | number>

/** Runs an app as a node does, and checks the result against the picture as the network does. */
async function gateRun(appId: string, image: Buffer, input: Values): Promise<GateRefusal> {
  const { outputs } = await run(appId, { image }, input)
  const made: Record<string, FetchedFile> = {}
  for (const output of outputs)
    if ('path' in output) made[output.name] = { path: output.path, bytes: 0, width: null, height: null }
  const path = join(await temporaryFolder(), 'image')
  await writeFile(path, image)
  const given = { path, bytes: image.length, width: WIDTH, height: HEIGHT }
  return gateFiles({ gate: appId, input, files: { image: given }, texts: {}, outputs: made, earlier: null })
}

const random = randomGenerator(7, 'grain')
/** Inputs that models change most: they remove grain, turn a gradient into one shape, and treat single pixels as specks. */
const hard: Record<string, (x: number, y: number) => number[]> = {
  grain: (x, y) => [100 + x, 80 + y, 120].map((level) => level + (random() - 0.5) * 60),
  slope: (x, y) => [(x * 255) / WIDTH, (x * 255) / WIDTH, (y * 255) / HEIGHT],
  checkers: (x, y) => ((x + y) % 2 ? [255, 255, 255] : [0, 0, 0]),
}

function painted(levels: (x: number, y: number) => number[]): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let at = 0; at < WIDTH * HEIGHT; at += 1)
    data.set(levels(at % WIDTH, Math.floor(at / WIDTH)).map(Math.round), at * 3)
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png()
    .toBuffer()
}

test.for(
  Object.keys(hard).flatMap((name) => [
    [name, 'upscale', {}],
    [name, 'vectorise', { detail: 6, speckle: 4 }],
    [name, 'vectorise', { colors: 'binary', speckle: 4 }],
  ]) as [string, string, Values][],
)('a result made from %s by %s passes its gate (%o)', async ([name, appId, input]) => {
  expect(await gateRun(appId, await painted(hard[name]!), input)).toBeNull()
})
