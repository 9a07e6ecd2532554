import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { encodeWav } from '@infra/inference/sound/wav'
import { catalogue, findApp } from '@infra/protocol/apps/catalogue'
import { uploadFile } from '@infra/protocol/files'
import { compareResults } from '@infra/trust/comparators/compare-results'
import { expect, test } from 'vitest'
import { prepareJob } from '../jobs/prepare-job.ts'
import { liftRateLimits } from '../test/lift-rate-limits.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import type { CanaryInput } from './canary-input.ts'
import { makeCanaryInput } from './make-canary-input.ts'

const testApi = await startTestApi()
await liftRateLimits(testApi.deps)

const hasComparator = (id: string) => compareResults(id, {}, {}, { platforms: 'same_class' }) !== null
const apps = catalogue.filter(({ id }) => hasComparator(id)).map(({ id }) => id)

/** Two recordings of three sentences each: tones with pauses between them. */
const sounds = [220, 330].map((hertz) =>
  encodeWav(
    Float32Array.from({ length: 24_000 * 6 }, (_, at) =>
      at % 48_000 < 36_000 ? Math.sin((at * hertz * 2 * Math.PI) / 24_000) * (0.3 + (at % 900) / 3_000) : 0,
    ),
    24_000,
  ),
)

async function make(id: string, seed: string): Promise<CanaryInput> {
  return (await makeCanaryInput(findApp(id)!, seed, { sounds }))!
}

test('makes an input for each app whose results can be compared, and for no other', async () => {
  expect(apps).toHaveLength(10)
  for (const app of catalogue) {
    const made = await makeCanaryInput(app, 'one', { sounds })
    expect(made !== null, app.id).toBe(hasComparator(app.id))
  }
})

test('makes no input for transcribe without recorded speech', async () => {
  const silence = encodeWav(new Float32Array(48_000), 24_000)
  for (const none of [[], [silence]])
    expect(await makeCanaryInput(findApp('transcribe')!, 'one', { sounds: none })).toBeNull()
})

test.for(apps)('%s: the same seed gives the same input, and another seed a different one', async (id) => {
  const [one, again, other] = [await make(id, 'one'), await make(id, 'one'), await make(id, 'two')]
  expect(isDeepStrictEqual(one, again)).toBe(true)
  expect(isDeepStrictEqual(one, other)).toBe(false)
  for (const { name, bytes } of one.files)
    expect(other.files.find((file) => file.name === name)!.bytes.equals(bytes)).toBe(false)
})

test.for(apps)(
  '%s: the input is accepted as an order, for 2 to 12 credits',
  { timeout: 180_000 },
  async (id) => {
    for (const seed of ['one', 'two', 'three']) {
      const { input, files } = await make(id, seed)
      const person = await signInSomeone(testApi)
      const named: Record<string, string> = {}
      for (const { name, bytes } of files) {
        const { id: upload, sha256 } = await person.call(uploadFile, {
          file: new Blob([new Uint8Array(bytes)]),
        })
        // The inspector kept exactly the bytes that were made.
        expect(sha256).toBe(hash('sha256', bytes))
        named[name] = upload
      }
      // Whether a node serves the app at the moment doesn't affect the input.
      const deps = { ...testApi.deps, serving: { refuseUnserved: async () => {} } }
      const order = { submittedBy: person.address.toLowerCase(), appId: id, input: { ...input, ...named } }
      const job = await prepareJob(deps, order)
      expect(job.price).toBeGreaterThanOrEqual(2)
      expect(job.price).toBeLessThanOrEqual(12)
    }
  },
)

test('spreads voices, speeds, lengths, seeds and texts over their range', async () => {
  const seeds = Array.from({ length: 60 }, (_, at) => String(at))
  const inputsOf = async (id: string) =>
    (await Promise.all(seeds.map((seed) => make(id, seed)))).map(({ input }) => input)
  const [speeches, stories] = [await inputsOf('speak'), await inputsOf('story-teller')]
  const distinct = (values: unknown[]) => new Set(values).size
  expect(distinct(speeches.map(({ voice }) => voice))).toBe(6)
  expect(distinct(speeches.map(({ speed }) => speed))).toBeGreaterThan(6)
  expect(distinct(stories.map(({ length }) => length))).toBeGreaterThan(20)
  expect(distinct(stories.map(({ seed }) => seed))).toBe(60)
  expect(distinct([...speeches.map(({ text }) => text), ...stories.map(({ prompt }) => prompt)])).toBe(120)
})
