import { findApp } from '@infra/protocol/apps/catalogue'
import { NO_HASH } from '@infra/protocol/signatures/receipts'
import { pinnedModel } from '@infra/weights/pinned-model'
import { expect, test } from 'vitest'
import { describeProgram, describeRunner } from './describe-run.ts'

test('describes a runner by its engine, its packs and the pinned hash of its weights', () => {
  expect(describeRunner(findApp('cut-out')!)).toEqual({
    engine: 'onnxruntime-node',
    engineVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    model: 'u2netp, modnet',
    weights: pinnedModel(['u2netp', 'modnet']).weights,
    weightsProof: 'pinned',
  })
})

test('describes what a program doesn’t say as unknown, and cleans what it says before it is signed', () => {
  const nothing = { engine: 'ComfyUI', engineVersion: 'unknown', model: 'unknown', weights: NO_HASH }
  expect(describeProgram({ engine: 'ComfyUI' })).toEqual({ ...nothing, weightsProof: 'declared' })
  expect(describeProgram({ engine: 'ComfyUI', engineVersion: '\0', model: '', weights: 'abc' })).toEqual({
    ...nothing,
    weightsProof: 'declared',
  })
  expect(
    describeProgram({ engine: 'ComfyUI', model: ' sd\n\u202exl ', weights: 'ab'.repeat(32) }),
  ).toMatchObject({ model: 'sdxl', weights: 'ab'.repeat(32) })
})
