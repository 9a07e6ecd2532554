import { sendOutput, textOutput } from '@infra/hand-node/result'
import { uploadFile } from '@infra/protocol/files'
import { submitJob, updateJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { echo, makePublic, runEcho } from '../test/echo.ts'
import { readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { faultProxy } from '../test/servers/fault-proxy.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi({
  env: { WEB_DIR: await webFolder(), PUBLIC_URL: 'https://infra.example' },
})
const { deps, origin } = testApi
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)

const blue = sharp({ create: { width: 64, height: 48, channels: 3, background: '#2060c0' } })
const page = (path: string) => readAnswer(fetch(origin + path))
async function tagsOf(path: string): Promise<Record<string, string>> {
  const { body } = await page(path)
  return Object.fromEntries(
    [...body.matchAll(/<meta property="([^"]*)" content="([^"]*)" \/>/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )
}

test('the preview of a public job names its author and app and shows its picture', async () => {
  const bytes = new Uint8Array(await blue.png().toBuffer())
  const { id: image } = await alice.call(uploadFile, { file: new Blob([bytes]) })
  const { id, app, user } = await alice.call(submitJob, { body: { appId: 'cut-out', input: { image } } })
  const job = await node.claim()
  await node.finish(job, [await sendOutput(node.call, job, { name: 'picture', kind: 'image', bytes })])

  const tags = await tagsOf(`/feed?job=${id}`)
  expect(tags).toMatchObject({
    'og:title': `${app.name} by ${user!.shortAddress}`,
    'og:description': 'Frees the subject from its background.',
    'og:url': `https://infra.example/feed?job=${id}`,
    'og:image': `https://infra.example/api/job/${id}/card.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'twitter:card': 'summary_large_image',
  })
  const shown = await fetch(origin + new URL(tags['og:image']!).pathname)
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const card = sharp(Buffer.from(await shown.arrayBuffer()))
  expect(await card.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  const middle = await card.extract({ left: 600, top: 275, width: 1, height: 1 }).raw().toBuffer()
  expect([...middle].map((value) => Math.round(value / 16))).toEqual([2, 6, 12])
  expect(await tagsOf(`/?job=${id}`)).toEqual(tags)
})

test('the preview shortens text and escapes markup', async () => {
  const text = `"/><script>alert(1)</script> & ${'long '.repeat(100)}`
  const { id } = await alice.call(submitJob, echo('a'))
  await makePublic(deps.db, id)
  await node.finish(await node.claim(), [textOutput(text)])
  const { body } = await page(`/feed?job=${id}`)
  expect(body).not.toContain('<script>alert')
  const { 'og:description': description } = await tagsOf(`/feed?job=${id}`)
  expect(description).toMatch(/^&#34;\/&#62;&#60;script&#62;alert\(1\)&#60;\/script&#62; &#38; long .*…$/)
  const card = await fetch(`${origin}/api/job/${id}/card.jpg`)
  const { channels } = await sharp(Buffer.from(await card.arrayBuffer())).stats()
  // White words on black: some bright pixels, most of them dark.
  expect(channels[0]!.max).toBeGreaterThan(200)
  expect(channels[0]!.mean).toBeLessThan(90)
})

test.for(['', '?job=', '?job=1', '?job[]=a', `?job=${crypto.randomUUID()}`, '?job=a&job=b'])(
  'serves the page without a preview for "%s"',
  async (query) => {
    const answer = await page(`/nodes${query}`)
    expect(answer).toMatchObject({ status: 200, body: (await page('/nodes')).body })
  },
)

test('a private or hidden job has no preview, so that nobody can find out that it exists', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  const card = async () => (await fetch(`${origin}/api/job/${id}/card.jpg`)).status
  expect(await tagsOf(`/nodes?job=${id}`)).toHaveProperty(['og:type'], 'article')
  expect(await card()).toBe(200)
  const plain = (await page('/nodes')).body
  await deps.db.execute(sql`update jobs set hidden = true where id = ${id}`)
  expect((await page(`/nodes?job=${id}`)).body).toBe(plain)
  expect(await card()).toBe(404)
  await deps.db.execute(sql`update jobs set hidden = false where id = ${id}`)
  await alice.call(updateJob, { params: { id }, body: { visibility: 'private' } })
  expect((await page(`/nodes?job=${id}`)).body).toBe(plain)
  expect(await card()).toBe(404)
})

test('serves the page even when the database is unreachable', async () => {
  const database = await faultProxy(deps.config.databaseUrl)
  const lost = await startTestApi({ env: { WEB_DIR: await webFolder(), DATABASE_URL: database.url } })
  await database.inject({ kind: 'refuse' })
  const answer = await readAnswer(fetch(`${lost.origin}/feed?job=${crypto.randomUUID()}`))
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<title>Feed · Infra</title>') })
})
