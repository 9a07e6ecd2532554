import { uploadFile } from '@infra/protocol/files'
import { submitJob, updateJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { databaseProxy } from '../test/database-proxy.ts'
import { echo, makePublic, runEcho } from '../test/echo.ts'
import { readAnswer } from '../test/expect-refusal.ts'
import { drawing } from '../test/made-files.ts'
import { sendOutput, startNode, textOutput } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { stage } from '../test/stage.ts'
import { webFolder } from '../test/web-folder.ts'

const theStage = await stage({
  env: { WEB_DIR: await webFolder(), PUBLIC_URL: 'https://infra.example' },
})
const { deps, origin } = theStage
const alice = await signInSomeone(theStage)
const node = await startNode(theStage)

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

test('a link to a public job tells who made it, with what, and shows the picture', async () => {
  const bytes = new Uint8Array(await drawing({ width: 64, height: 48 }).png().toBuffer())
  const { id: image } = await alice.call(uploadFile, { file: new Blob([bytes]) })
  const { id, app, user } = await alice.call(submitJob, { body: { appId: 'cut-out', input: { image } } })
  const job = await node.claim()
  await node.finish(job, [await sendOutput(node.call, job, { name: 'picture', kind: 'image', bytes })])

  const tags = await tagsOf(`/feed?job=${id}`)
  expect(tags).toMatchObject({
    'og:title': `${app.name} by ${user!.shortAddress}`,
    'og:description': 'Frees the subject from its background.',
    'og:url': `https://infra.example/feed?job=${id}`,
    'og:image:width': '64',
    'og:image:height': '48',
    'twitter:card': 'summary_large_image',
  })
  const picture = new URL(tags['og:image']!)
  expect(picture.origin).toBe('https://infra.example')
  const shown = await fetch(origin + picture.pathname)
  expect(shown.headers.get('content-type')).toBe('image/png')
  expect(await tagsOf(`/?job=${id}`)).toEqual(tags)
})

test('text is shown as text: shortened, and never as markup', async () => {
  const text = `"/><script>alert(1)</script> & ${'long '.repeat(100)}`
  const { id } = await alice.call(submitJob, echo('a'))
  await makePublic(deps.db, id)
  await node.finish(await node.claim(), [textOutput(text)])
  const { body } = await page(`/feed?job=${id}`)
  expect(body).not.toContain('<script>alert')
  const { 'og:description': description } = await tagsOf(`/feed?job=${id}`)
  expect(description).toMatch(/^&#34;\/&#62;&#60;script&#62;alert\(1\)&#60;\/script&#62; &#38; long .*…$/)
  expect(await tagsOf(`/feed?job=${id}`)).toMatchObject({ 'twitter:card': 'summary' })
})

test.for(['', '?job=', '?job=1', '?job[]=a', `?job=${crypto.randomUUID()}`, '?job=a&job=b'])(
  'the plain page answers "%s"',
  async (query) => {
    const answer = await page(`/feed${query}`)
    expect(answer).toMatchObject({ status: 200, body: (await page('/')).body })
  },
)

test('nothing is told of a job that is private or hidden, not even that it is there', async () => {
  const id = await runEcho(deps, { person: alice, node, inFeed: true })
  expect(await tagsOf(`/feed?job=${id}`)).toHaveProperty('og:title')
  const plain = (await page('/')).body
  await deps.db.execute(sql`update jobs set hidden = true where id = ${id}`)
  expect((await page(`/feed?job=${id}`)).body).toBe(plain)
  await deps.db.execute(sql`update jobs set hidden = false where id = ${id}`)
  await alice.call(updateJob, { params: { id }, body: { visibility: 'private' } })
  expect((await page(`/feed?job=${id}`)).body).toBe(plain)
})

test('without a database the page is there all the same', async () => {
  const database = await databaseProxy(deps.config.databaseUrl)
  const lost = await stage({ env: { WEB_DIR: await webFolder(), DATABASE_URL: database.url } })
  await database.cut()
  const answer = await readAnswer(fetch(`${lost.origin}/feed?job=${crypto.randomUUID()}`))
  expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('<title>Infra</title>') })
})
