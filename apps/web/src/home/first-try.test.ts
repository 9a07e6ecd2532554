// @vitest-environment happy-dom
import { catalogue } from '@infra/protocol/apps/catalogue'
import { priceOf } from '@infra/protocol/apps/price'
import { expect, test } from 'vitest'
import { exampleOf } from '../catalogue/examples.ts'
import { findSample, samplesOf } from '../catalogue/samples.ts'
import { firstTry } from './first-try.ts'
import { ideas } from './ideas.ts'

const { appId, sample, width, height, credits } = firstTry

test('[finding U10] Home offers an existing sample of the app at its real price', () => {
  expect(findSample(samplesOf(appId), sample)?.file?.url).toMatch(/boat/)
  const { price } = catalogue.find(({ id }) => id === appId)!
  expect(priceOf(price, {}, { image: { width, height, seconds: null } })).toBe(credits)
})

test.for(ideas)('"$words" leads to a published app with an example picture', ({ appId }) => {
  expect(catalogue.find(({ id }) => id === appId)?.state).toBe('published')
  expect(exampleOf(appId).picture).toBeTruthy()
})
