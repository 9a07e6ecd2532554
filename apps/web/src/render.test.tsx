import type { BootstrapData } from '@infra/protocol/pages/bootstrap'
import type { WebConfiguration } from '@infra/protocol/pages/configuration'
import { expect, test } from 'vitest'
import { testJob } from './jobs/test-job.ts'
import { renderFirstScreen } from './render.tsx'

const configuration: WebConfiguration = {
  apiPrefix: '/api',
  links: { x: 'https://x.example/', dex: 'https://dex.example/', telegram: 'https://telegram.example/' },
  wallet: { chains: [{ id: 1, name: 'Ethereum', rpcUrl: null }], projectId: null, demo: false },
  staking: null,
}

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
const AT = '2026-11-15T10:05:00.000Z'

const finishedAt = new Date('2026-11-15T10:02:00.000Z')
const user = { id: `0x${'1'.repeat(40)}` as const, shortAddress: '0x111...1111', name: HOSTILE }
const hostile = testJob({ finishedAt, user, app: { id: 'cut-out', version: 1, name: HOSTILE } })
const stats = { now: { nodesOnline: 1234, running: 5, queued: 0 }, hours: [] }

const bootstrapOf = (jobs: unknown[]): BootstrapData =>
  JSON.parse(
    JSON.stringify({ at: AT, answers: { '/perf-stats': stats, '/job/finished?limit=10': { items: jobs } } }),
  )

const draw = async (path: string, jobs: unknown[]) =>
  (await renderFirstScreen({ path, configuration, bootstrap: bootstrapOf(jobs) })).html

test('Home is rendered with the network’s current figures', async () => {
  const html = await draw('/', [])
  expect(html).toContain('AI apps, run on other people’s machines.')
  expect(html).toContain('>1,234</dd>')
  expect(html).toContain('href="https://x.example/"')
})

test('the feed is rendered with its results, each with its link and its age', async () => {
  const html = await draw('/feed', [hostile])
  expect(html).toContain(`href="/feed?job=${hostile.id}"`)
  expect(html).toContain('>3m ago</time>')
})

test('text from users is escaped', async () => {
  const html = await draw('/feed', [hostile])
  expect(html).toContain('&quot;&gt;&lt;script&gt;alert(1)')
  expect(html.match(/<script|<img src=x/)).toBeNull()
})

test.for(['/', '/feed'])('the HTML of %s contains nothing that the security policy forbids', async (path) => {
  const outputs = [
    { kind: 'image', url: '/a', thumbnailUrl: '/b', thumbnailSrcset: '/b 1w', placeholder: 'data:,' },
  ]
  // A fresh result with a picture: scripts set styles for both.
  const html = await draw(path, [{ ...testJob({ finishedAt: new Date(AT) }), outputs }])
  expect(html.match(/<(script|style)|\sstyle=|\son[a-z]+=|javascript:/)).toBeNull()
})

test('a rendered page contains nothing of the one before it', async () => {
  const [one, other] = [testJob({ finishedAt }), testJob({ finishedAt })]
  expect(await draw('/feed', [one])).toContain(one.id)
  const html = await draw('/feed', [other])
  expect(html).toContain(other.id)
  expect(html).not.toContain(one.id)
})

test('an empty feed is rendered as still loading, until the scripts can say more', async () => {
  expect(await draw('/feed', [])).toContain('aria-label="Loading"')
})
