// @vitest-environment happy-dom
import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { problemsOf } from '../form/form-input.ts'
import { blankValues } from '../form/raw-value.ts'
import { samplesOf } from './samples.ts'

const published = catalogue.filter(({ state }) => state === 'published')

test.for(published)('[finding U9] $name has samples, and each fills in a valid form', ({ id, fields }) => {
  const samples = samplesOf(id)
  expect(samples.length).toBeGreaterThan(0)
  for (const { file, marks, texts } of samples) {
    const chosen = { state: 'chosen' as const, blob: new Blob(), preview: '', part: 0 }
    const size = { width: 960, height: 540, seconds: 6 }
    const isSmall = file?.url.includes('small')
    const measured = isSmall ? { ...size, width: 240, height: 135 } : size
    const values = {
      ...blankValues(fields),
      ...(file && { [file.field]: { ...chosen, file: measured } }),
      ...(marks && { [marks.field]: { marks: marks.marks, base: null } }),
      ...texts,
    }
    expect(Object.keys(values).sort()).toEqual(fields.map(({ name }) => name).sort())
    expect(problemsOf(fields, values)).toEqual({})
  }
})
