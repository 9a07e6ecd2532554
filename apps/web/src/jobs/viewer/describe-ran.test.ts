import { NO_HASH, type SecondReceiptClaims } from '@infra/protocol/signatures/receipts'
import { expect, test } from 'vitest'
import { describeRan } from './describe-ran.ts'

const weights = 'ab'.repeat(32)
const pinned = {
  engine: 'onnxruntime-node',
  engineVersion: '1.30.0',
  model: 'u2netp, modnet',
  weights,
  weightsProof: 'pinned',
} as SecondReceiptClaims

test('weights that the network knows are called pinned, others declared', () => {
  expect(describeRan(pinned)).toEqual({
    engine: 'onnxruntime-node 1.30.0',
    model: 'u2netp, modnet',
    weights,
    proof: 'Pinned: these are the weights that the network publishes.',
  })
  expect(describeRan({ ...pinned, weightsProof: 'declared' })).toMatchObject({
    weights,
    proof: 'Declared by the operator, not checked.',
  })
})

test('unknown values are called unknown, and an app without a model says so', () => {
  const unknown = { engine: 'ComfyUI', engineVersion: 'unknown', model: 'unknown', weights: NO_HASH }
  expect(describeRan({ ...pinned, ...unknown, weightsProof: 'declared' })).toEqual({
    engine: 'ComfyUI, version unknown',
    model: 'Not named.',
    weights: undefined,
    proof: 'Not named. The model is declared by the operator, not checked.',
  })
  expect(describeRan({ ...pinned, model: 'none', weights: NO_HASH })).toMatchObject({
    model: 'None: this app runs no model.',
    weights: undefined,
    proof: false,
  })
})
