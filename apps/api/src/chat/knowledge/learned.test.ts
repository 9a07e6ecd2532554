import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { encodeLearned, readLearned } from './learned.ts'
import { featuresOf, HIDDEN } from './topic-classifier.ts'

test('what was learned is read again with errors below a hundredth of the largest weight', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'infra-learned-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const shape = { topics: ['live/prices', 'live/nodes'], apps: ['speak'], words: ['fee'], size: 3 }
  const weightsOf = (rows: number, columns: number) =>
    Float32Array.from({ length: rows * columns }, (_, at) => Math.sin(at))
  const weights = { hidden: weightsOf(featuresOf(shape).width, HIDDEN), output: weightsOf(HIDDEN + 1, 2) }
  const learned = { madeFrom: 'a hash', shape, weights }
  const file = join(folder, 'learned.bin')
  await writeFile(file, encodeLearned(learned))
  const read = await readLearned(file)
  expect({ ...read, weights: {} }).toEqual({ ...learned, weights: {} })
  for (const name of ['hidden', 'output'] as const) {
    expect(read.weights[name].length).toBe(weights[name].length)
    const errors = weights[name].map((value, at) => Math.abs(value - read.weights[name][at]!))
    expect(Math.max(...errors)).toBeLessThan(0.01)
  }
})
