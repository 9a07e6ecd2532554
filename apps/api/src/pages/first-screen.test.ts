import { createHash } from 'node:crypto'
import { type BootstrapData, CRITICAL_ASSETS_FOLDER, RENDERER_PATH } from '@infra/protocol/pages/bootstrap'
import { describe, expect, test } from 'vitest'
import { readAnswer } from '../test/expect-refusal.ts'
import { INLINE_SCRIPT, webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** A renderer that writes what it was given. The web app's own is tested there and in the browser. */
const RENDERER = `let drawn = 0
export async function renderFirstScreen({ path, configuration, bootstrap }) {
  if (path.includes('upscale')) throw new Error('a card that cannot be drawn')
  const paths = Object.keys(bootstrap.answers).join(' ')
  return {
    preloads: '<link rel="preload" href="/of-' + path + '" />',
    html: '<main>$& ' + path + ' | ' + paths + ' | ' + configuration.apiPrefix + ' | ' + ++drawn + '</main>',
  }
}`

const home = {
  styles: '.a{color:red}.b::after{content:"$&"}',
  stylesheet: '/assets/rest-1.css',
  scripts: ['/assets/home-1.js', '/assets/home-2.js'],
}
const { origin, logs } = await startTestApi({
  env: { WEB_DIR: await webFolder({ renderer: RENDERER, home }) },
})
const get = (path: string, at = origin) => readAnswer(fetch(at + path))
const rootOf = (html: string) => /<div id="root">(.*?)<\/div>/s.exec(html)?.[1]

describe('the first screen', () => {
  test.for([
    ['/', '/', '/perf-stats /devlog?limit=1'],
    ['/feed', '/feed', '/job/finished?limit=10'],
    ['/feed?job=1&utm_source=x', '/feed', '/job/finished?limit=10'],
    ['/feed?app=cut-out', '/feed?app=cut-out', '/job/finished?limit=10&app_id=cut-out'],
  ] as const)(
    'of %s is in the page, rendered from the answers that the page contains',
    async ([path, drawn, paths]) => {
      const { status, body } = await get(path)
      expect(status).toBe(200)
      expect(rootOf(body)).toContain(`<main>$& ${drawn} | ${paths} | /api | `)
      expect(body).toContain(`<link rel="preload" href="/of-${drawn}" /></head>`)
      const [, block] = /<\/div><script type="application\/json" id="bootstrap">(.*?)<\/script>/s.exec(body)!
      expect(Object.keys((JSON.parse(block!) as BootstrapData).answers).join(' ')).toBe(paths)
    },
  )

  test('is rendered once for simultaneous visitors', async () => {
    const pages = await Promise.all(Array.from({ length: 8 }, () => get('/feed?app=cut-out')))
    expect(new Set(pages.map(({ body }) => rootOf(body))).size).toBeLessThanOrEqual(2)
  })

  test.for([
    '/nodes',
    '/profile',
    '/no/such/thing',
    // Other spellings, which the page redirects to the right one.
    '/index.html',
    '/feed/',
    // No app, an unknown app or several.
    '/feed?app=',
    '/feed?app=none',
    '/feed?app=cut-out&app=upscale',
  ])('of %s is left to the browser', async (path) => {
    expect(rootOf((await get(path)).body)).toBe('')
  })

  test('that fails to render is left to the browser with its answers, and the failure is logged', async () => {
    const { status, body } = await get('/feed?app=upscale')
    expect(status).toBe(200)
    expect(rootOf(body)).toBe('')
    expect(body).toContain('id="bootstrap"')
    expect(logs).toContainEqual(
      expect.objectContaining({
        msg: 'a first screen could not be rendered',
        err: expect.objectContaining({ stack: expect.stringContaining('a card that cannot be drawn') }),
      }),
    )
  })

  test('is left to the browser if the renderer cannot be loaded', async () => {
    const broken = await startTestApi({ env: { WEB_DIR: await webFolder({ renderer: 'export const (' }) } })
    expect(rootOf((await get('/', broken.origin)).body)).toBe('')
    expect(broken.logs).toContainEqual(
      expect.objectContaining({ msg: 'first screens will not be rendered here' }),
    )
  })

  test('has a renderer and styles that are not served as files', async () => {
    expect((await get(`/${RENDERER_PATH}`)).body).not.toContain('renderFirstScreen')
    expect((await get(`/${CRITICAL_ASSETS_FOLDER}/home.json`)).body).not.toContain('color:red')
  })
})

describe('the critical assets of a page', () => {
  const deferred = '<script type="deferred" src='

  test('are inlined if the server renders its screen, and all else is deferred', async () => {
    const { body } = await get('/')
    expect(body).toContain(
      `${deferred}"/assets/app-123.js"></script>${deferred}"/assets/home-1.js"></script>${deferred}"/assets/home-2.js"></script><style>${home.styles}</style><link rel="deferred" href="/assets/rest-1.css">`,
    )
  })

  test('are its whole stylesheet if it has no inlined styles', async () => {
    for (const path of ['/feed', '/nodes']) {
      const { body } = await get(path)
      expect(body).not.toContain('<style>')
      expect(body).toContain('<link rel="stylesheet" href="/assets/app-123.css">')
    }
  })

  test('are allowed by their hash, only in the page that contains them', async () => {
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')
    for (const path of ['/', '/feed', '/nodes', '/no/such/thing'])
      expect(await policyOf(path)).toContain(`; script-src 'self' ${hash(INLINE_SCRIPT)};`)
    expect(await policyOf('/')).toContain(`; style-src 'self' ${hash(home.styles)};`)
    for (const path of ['/feed', '/nodes', '/no/such/thing', '/index.html'])
      expect(await policyOf(path)).toContain("; style-src 'self';")
    expect(await policyOf('/assets/app-123.js')).toContain("; script-src 'self'; style-src 'self';")
  })
})
