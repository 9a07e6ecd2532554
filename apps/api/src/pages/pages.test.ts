import { textOutput } from '@infra/hand-node/result'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { submitJob } from '@infra/protocol/jobs'
import { BOOTSTRAP_BLOCK_ID, type BootstrapData } from '@infra/protocol/pages/bootstrap'
import { screenDescriptions } from '@infra/protocol/pages/screen-descriptions'
import { type ScreenName, screenFacts } from '@infra/protocol/pages/screens'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { echo, makePublic } from '../test/echo.ts'
import { readAnswer } from '../test/expect-refusal.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const testApi = await startTestApi({
  env: { WEB_DIR: await webFolder(), PUBLIC_URL: 'https://infra.example' },
})
const { deps, origin } = testApi
const get = (path: string) => readAnswer(fetch(origin + path))

function bootstrapIn(html: string): BootstrapData | undefined {
  const block = new RegExp(`<script type="application/json" id="${BOOTSTRAP_BLOCK_ID}">(.*?)</script>`)
  const written = block.exec(html)?.[1]
  return written === undefined ? undefined : JSON.parse(written)
}

describe('the head of a page', () => {
  test.for(Object.keys(screenFacts) as ScreenName[])(
    'of %s has its title and description before any script runs',
    async (name) => {
      const { path, access, documentTitle } = screenFacts[name]
      const { body } = await get(path)
      expect(body).toContain(`<title>${documentTitle}</title>`)
      expect(body).toContain(`<meta name="description" content="${screenDescriptions[name]}" />`)
      expect(body).toContain('<meta property="og:image" content="https://infra.example/api/card.jpg" />')
      if (access === 'public')
        expect(body).toContain(`<link rel="canonical" href="https://infra.example${path}" />`)
      else expect(body).toContain('<meta name="robots" content="noindex" />')
    },
  )

  test('is specific to an app, and that of the app list for an unknown app', async () => {
    const { body } = await get('/apps?app=upscale')
    expect(body).toMatch(/<title>Upscale[^<]* · Infra<\/title>/)
    expect(body).toContain('<link rel="canonical" href="https://infra.example/apps?app=upscale" />')
    expect((await get('/apps?app=%3Cscript%3E')).body).toBe((await get('/apps')).body)
  })

  test('is specific to the page about checks', async () => {
    const { body } = await get('/nodes?about=trust')
    expect(body).toContain('<title>How results are checked · Infra</title>')
    expect(body).toContain('<link rel="canonical" href="https://infra.example/nodes?about=trust" />')
    expect((await get('/nodes?about=else')).body).toBe((await get('/nodes')).body)
  })

  test('is specific to the page about earnings', async () => {
    const { body } = await get('/nodes?about=earnings')
    expect(body).toContain('<title>What would a machine earn? · Infra</title>')
    expect(body).toContain('<link rel="canonical" href="https://infra.example/nodes?about=earnings" />')
  })

  test('is specific to the page about differences from OpenAI', async () => {
    const { body } = await get('/developers?about=differences')
    expect(body).toContain('<title>Where we differ from OpenAI · Infra</title>')
    expect(body).toContain(
      '<link rel="canonical" href="https://infra.example/developers?about=differences" />',
    )
    expect((await get('/developers?about=else')).body).toBe((await get('/developers')).body)
  })

  test('of an unknown path keeps search engines from indexing it', async () => {
    const { status, body } = await get('/no/such/thing')
    expect(status).toBe(404)
    expect(body).toContain('<meta name="robots" content="noindex" />')
    expect(body).not.toContain('canonical')
  })
})

describe('the data in a page', () => {
  test('is what its first screen requests, and text in it cannot end the script block', async () => {
    const alice = await signInSomeone(testApi)
    const node = await startNode(testApi)
    const { id } = await alice.call(submitJob, echo('a'))
    await makePublic(deps.db, id)
    await node.finish(await node.claim(), [textOutput('</script><script>alert(1)</script>')])
    const firstId = async () => {
      const page = bootstrapIn((await get('/feed')).body)!.answers['/job/finished?limit=10']
      return (page as { items: { id: string }[] }).items[0]?.id
    }
    // The page's data is cached for a second.
    await expect.poll(firstId, { timeout: 5_000 }).toBe(id)
    for (const path of ['/', '/feed']) {
      const { body } = await get(path)
      const { answers, at } = bootstrapIn(body)!
      expect(body).not.toContain('<script>alert')
      expect(Date.parse(at)).toBeGreaterThan(0)
      for (const [call, answer] of Object.entries(answers).filter(([call]) => call !== '/perf-stats'))
        expect(answer).toEqual(JSON.parse((await get(`/api${call}`)).body))
    }
    expect(Object.keys(bootstrapIn((await get('/')).body)!.answers)).toEqual([
      '/perf-stats',
      '/devlog?limit=1',
    ])
  })

  test('is for the app in the URL, if there is such an app', async () => {
    const answers = async (path: string) => Object.keys(bootstrapIn((await get(path)).body)?.answers ?? {})
    expect(await answers('/feed?app=upscale')).toEqual(['/job/finished?limit=10&app_id=upscale'])
    expect(await answers('/feed?app=none')).toEqual([])
    expect(await answers('/feed?app=a&app=b')).toEqual([])
    expect(await answers('/nodes')).toEqual([])
  })
})

describe('for search engines', () => {
  test('robots.txt names the sitemap', async () => {
    const { body, headers } = await get('/robots.txt')
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(body).toContain('Sitemap: https://infra.example/sitemap.xml')
    expect(body).not.toMatch(/^Disallow: \/$/m)
  })

  test('the sitemap lists exactly the public screens and the published apps', async () => {
    const { body } = await get('/sitemap.xml')
    const listed = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) =>
      url!.replace('https://infra.example', ''),
    )
    const screens = Object.values(screenFacts).filter(({ access }) => access === 'public')
    const apps = catalogue.filter(({ state }) => state === 'published')
    expect(listed.toSorted()).toEqual(
      [
        ...screens.map(({ path }) => path),
        '/nodes?about=trust',
        '/nodes?about=earnings',
        '/developers?about=differences',
        ...apps.map(({ id }) => `/apps?app=${id}`),
      ].toSorted(),
    )
  })
})

test('llms.txt describes every published app, and all of its links work', async () => {
  const { body, headers } = await get('/llms.txt')
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(body).not.toContain('{{')
  for (const { id, state } of catalogue)
    expect([id, body.includes(`(\`${id}\`)`)]).toEqual([id, state === 'published'])
  expect(body).toContain('curl https://infra.example/v1/audio/speech')
  const links = [...body.matchAll(/\]\(https:\/\/infra\.example(.*?)\)/g)].map(([, path]) => path!)
  expect(links).toContain('/v1/openapi.json')
  for (const path of links.filter((link) => link !== '/mcp')) expect((await get(path)).status).toBe(200)
})

test('the site has a preview card', async () => {
  const answer = await fetch(`${origin}/api/card.jpg`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600')
  expect(await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).toMatchObject({
    format: 'jpeg',
    width: 1200,
    height: 630,
  })
})

test.for(['not-an-id', crypto.randomUUID()])(
  'answers a request for the card of %s with an error',
  async (id) => {
    expect((await get(`/api/job/${id}/card.jpg`)).status).toBeOneOf([404, 422])
  },
)
