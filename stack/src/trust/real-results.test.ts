import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readSubtitles } from '@infra/trust/comparators/read-subtitles'
import type { GateRefusal } from '@infra/trust/gates/gate-refusal'
import { gateResult, hasGate } from '@infra/trust/gates/gate-result'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type FetchedFile, gateFiles } from '../../../apps/api/src/files/inspection/gate-files.ts'
import { samples } from '../../../apps/node/src/doctor/samples.ts'
import { runnerStage } from '../../../apps/node/src/test/runner-stage.ts'
import { temporaryFolder } from '../test/temporary-folder.ts'
import { randomGenerator } from './random-generator.ts'

const run = await runnerStage()
const [WIDTH, HEIGHT] = [96, 64]

type Values = Record<string, string | number>

/** Runs an app as a node does, and holds the result against the job as the network does. */
async function gateRun(appId: string, given: Record<string, Buffer>, input: Values): Promise<GateRefusal> {
  const folder = await temporaryFolder()
  const { outputs } = await run(appId, given, input)
  const texts: Record<string, string> = {}
  const made: Record<string, FetchedFile> = {}
  for (const output of outputs) {
    if ('text' in output) texts[output.name] = output.text
    else made[output.name] = { path: output.path, bytes: 0, width: null, height: null }
  }
  if (Object.keys(made).length === 0) return gateTexts(appId, texts, input)
  const files: Record<string, FetchedFile> = {}
  for (const [field, bytes] of Object.entries(given)) {
    const { width, height } = await sharp(bytes).metadata()
    files[field] = { path: join(folder, field), bytes: bytes.length, width, height }
    await writeFile(join(folder, field), bytes)
  }
  return gateFiles({ gate: appId, input, files, texts, outputs: made, earlier: null })
}

function gateTexts(appId: string, { text, srt = '' }: Record<string, string>, input: Values): GateRefusal {
  const subtitles = readSubtitles(srt)!
  return gateResult(appId, { text: text!, subtitles }, { beginning: String(input.prompt ?? ''), seconds: 60 })
}

test.for(Object.entries(samples).filter(([appId]) => hasGate(appId)))(
  'what %s really makes passes its gate',
  async ([appId, { input, pictures = {}, sound }]) => {
    const given: Record<string, Buffer> = sound ? { audio: sound } : {}
    for (const [field, svg] of Object.entries(pictures))
      given[field] = await sharp(Buffer.from(svg)).png().toBuffer()
    expect(await gateRun(appId, given, input)).toBeNull()
  },
)

const random = randomGenerator(7, 'grain')
/** What models change most: grain is taken out, a slope becomes one shape, and single pixels are taken for specks. */
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
)('%s as %s passes its gate (%o)', async ([name, appId, input]) => {
  expect(await gateRun(appId, { image: await painted(hard[name]!) }, input)).toBeNull()
})
