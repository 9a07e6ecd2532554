import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { exampleOf } from './examples.ts'

/** They run on operators' machines with a graphics card; until one serves them, there can't be any results. */
const elsewhere = ['imagine', 'write']

test.for(catalogue.filter(({ id, state }) => state === 'published' && !elsewhere.includes(id)))(
  '$name has an example to show before anyone has run it',
  ({ id }) => {
    const { picture, text } = exampleOf(id)
    expect(picture ?? text).toBeTruthy()
  },
)
