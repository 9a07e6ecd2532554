import { uploadFile } from '@infra/protocol/files'
import { getJob, listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { searchJobs } from '@infra/protocol/jobs/search-jobs'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { describePictures } from './describe-pictures.ts'
import { altByLabels, altByOrder, contentOf } from './entry-text-rules.ts'
import { indexJobs } from './index-jobs.ts'

const testApi = await startTestApi()
testApi.clock.now = new Date()
const { deps, call } = testApi
const node = await startNode(testApi)
const alice = await signInSomeone(testApi)
const silent = { info: () => {}, warn: () => {} }

const hours = Array.from(
  { length: 12 },
  (_, hour) => `<path d="M0 -84 V-68" stroke-width="6" transform="rotate(${hour * 30})"/>`,
).join('')
const clock = `<circle r="94" fill="#fdfdf8" stroke-width="12"/>${hours}<path d="M0 0 L-35 -40" stroke-width="8"/><path d="M0 0 L10 -72" stroke-width="5"/>`

/** Draws a scene so simple that a model trained on photographs must recognise what is in it. */
const drawing = (inside: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#6fa8dc"/><rect y="330" width="600" height="70" fill="#6b7f56"/>${inside}</svg>`,
    ),
  )
    .png()
    .toBuffer()

/** Makes a public cut-out of a picture. */
async function cutOut(picture: Buffer): Promise<string> {
  const { id: image } = await alice.call(uploadFile, {
    file: new File([new Uint8Array(picture)], 'a.png'),
  })
  const { id } = await alice.call(submitJob, {
    body: { appId: 'cut-out', input: { image }, visibility: 'public' },
  })
  await node.finish(await node.claim())
  return id
}

const altIn = async (id: string) => (await call(getJob, { params: { id } })).alt

test('recognises what a picture shows, adds it to the job as alt text and finds the job by it', async () => {
  const id = await cutOut(
    await drawing(`<g transform="translate(430 170) scale(1.1)" stroke="#111">${clock}</g>`),
  )
  expect(await altIn(id)).toBeNull()
  await indexJobs(deps, silent)
  await describePictures(deps)
  await indexJobs(deps, silent)
  expect(await altIn(id)).toBe('clock')
  const { items } = await call(listFinishedJobs, { query: { limit: 100 } })
  expect(items.find((job) => job.id === id)!.alt).toBe('clock')
  const found = await call(searchJobs, { query: { q: '"clocks"' } })
  expect(found.items.map((job) => job.id)).toEqual([id])
  const byMeaning = await call(searchJobs, { query: { q: 'device that tells the time' } })
  expect(byMeaning.items.map((job) => job.id)).toContain(id)
})

test('does not examine again a picture in which nothing is recognised or one that is gone', async () => {
  const ids = [await cutOut(await drawing('')), await cutOut(await drawing('<path d="M0 0H9V9"/>'))]
  const [, gone] = ids
  await deps.db.execute(sql`
    update jobs set outputs = jsonb_set(outputs, '{0,sha256}', to_jsonb(repeat('0', 64))) where id = ${gone}`)
  await indexJobs(deps, silent)
  await describePictures(deps)
  for (const id of ids) expect(await altIn(id)).toBeNull()
  const { rows } = await deps.db.execute(
    sql`select count(*)::int as count from search_entries where alt is null`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

test('examines pictures later if the weights are missing', async () => {
  const id = await cutOut(
    await drawing(`<g transform="translate(200 170) scale(1.1)" stroke="#111">${clock}</g>`),
  )
  await indexJobs(deps, silent)
  await describePictures({ ...deps, files: { ...deps.files, detectorModel: async () => undefined } })
  expect(await altIn(id)).toBeNull()
  await describePictures(deps)
  expect(await altIn(id)).toBe('clock')
})

const picture = { kind: 'image', text: null } as never

test('describes a picture by the prompt that it was made from', () => {
  const job = {
    appId: 'imagine',
    input: { prompt: ' A red\nfox ', negative: 'blur' },
    outputs: [picture],
    alt: null,
  }
  expect(altByOrder(job)).toBe('A red fox')
  expect(altByOrder({ ...job, input: { prompt: 'a'.repeat(300) } })).toHaveLength(200)
  expect(altByOrder({ ...job, appId: 'cut-out', input: {} })).toBeNull()
  expect(altByOrder({ ...job, appId: 'story-teller', outputs: [] })).toBe('')
})

test.for([
  [[], ''],
  [['cat'], 'cat'],
  [['cat', 'chair', 'cat'], '2 cats and chair'],
  [['person', 'bench', 'person', 'bus', 'bus'], '2 people, bench and 2 buses'],
  [['knife', 'knife', 'sheep', 'sheep'], '2 knives and 2 sheep'],
] as const)('describes the labels %j as "%s"', ([labels, alt]) => {
  expect(altByLabels(labels)).toBe(alt)
})

test('indexes text that an output repeats from its input only once', () => {
  const outputs = [{ kind: 'text', text: 'Once upon a time there was a cat.' } as never]
  const job = { appId: 'story-teller', input: { prompt: 'Once upon a time' }, outputs, alt: null }
  expect(contentOf(job)).toBe('Once upon a time there was a cat.')
})
