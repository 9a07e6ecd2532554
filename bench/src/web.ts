import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, constants } from 'node:zlib'
import { makePng } from '@infra/e2e/made-files'
import { signInSomeone, startHandNode } from '@infra/e2e/network'
import { freePort } from '@infra/postgres/free-port'
import { uploadFile } from '@infra/protocol/files'
import { listFinishedJobs, submitJob } from '@infra/protocol/jobs'
import { buildWeb } from '@infra/stack/build-web'
import { type Figures, runLighthouse } from './lighthouse-run.ts'
import { startOneApi } from './one-api.ts'

const PICTURES = 25

/**
 * Measures Home and Feed with Lighthouse, with real pictures in the feed. Two references, in the same run: the same documents without
 * their scripts, on a really slow network; and a page without a framework that shows the same pictures and loads as many bytes of
 * scripts, which do nothing.
 */
export async function web(): Promise<string> {
  const say = (sentence: string) => console.log(sentence)
  const port = await freePort()
  const site = `http://localhost:${port}`
  const api = await startOneApi({
    PORT: String(port),
    PUBLIC_URL: site,
    TRUST_PROXY: '127.0.0.1',
    WEB_DIR: await buildWeb('apps/web', { demo: false, say }),
  })
  try {
    process.env.BASE_URL = site
    const pictures = await fillFeed()
    const home = await measure('home', `${site}/`)
    const feed = await measure('feed', `${site}/feed`)
    const reference = await serveReference(site, pictures, feed.scriptBytes)
    const plain = await measure('reference', reference.origin)
    reference.stop()
    const scriptless = await serveScriptless(site)
    const ratios: string[] = []
    for (const path of ['/', '/feed']) {
      const page = await measure(`${path}, slow network`, site + path, 'devtools')
      const bare = await measure(`${path}, slow network, no scripts`, scriptless.origin + path, 'devtools')
      ratios.push((page.lcpMs / bare.lcpMs).toFixed(2))
    }
    scriptless.stop()
    return `web: LCP ${ratios[0]} x on Home, ${ratios[1]} x on Feed (against the same documents without scripts, network slowed); performance ${home.performance} and ${feed.performance} against ${plain.performance} of a bare page`
  } finally {
    await api.stop()
  }
}

async function measure(
  name: string,
  address: string,
  throttling: 'simulate' | 'devtools' = 'simulate',
): Promise<Figures> {
  const { figures, complaints } = await runLighthouse(address, throttling)
  const { performance, accessibility, seo, fcpMs, lcpMs, tbtMs, cls, scriptBytes, requests } = figures
  console.log(
    `${name}: performance ${performance}, accessibility ${accessibility}, best practices ${figures['best-practices']}, SEO ${seo}; FCP ${Math.round(fcpMs)} ms, LCP ${Math.round(lcpMs)} ms, TBT ${Math.round(tbtMs)} ms, CLS ${cls.toFixed(3)}; ${Math.round(scriptBytes / 1000)} kB of script as sent, ${requests} requests`,
  )
  for (const complaint of complaints) console.log(`  ${complaint}`)
  return figures
}

/** Orders, runs and pays jobs, each with its own picture. Returns the addresses of the pictures. */
async function fillFeed(): Promise<string[]> {
  const node = await startHandNode({ apps: ['cut-out'] })
  let person = await signInSomeone()
  for (let made = 0; made < PICTURES; made += 1) {
    // One user does not have enough credits for all of them.
    if (made % 10 === 9) person = await signInSomeone()
    const { id: image } = await person.call(uploadFile, { file: new Blob([makePng(made)]) })
    const { id } = await person.call(submitJob, {
      body: { appId: 'cut-out', input: { image }, visibility: 'public' },
    })
    await node.finish(await node.claim(id))
  }
  const { items } = await person.call(listFinishedJobs)
  return items.map(({ outputs }) => outputs[0]!.thumbnailUrl!)
}

async function serveReference(site: string, pictures: string[], scriptBytes: number): Promise<Served> {
  const files = new Map<string, Buffer>()
  for (const [place, path] of pictures.entries()) {
    files.set(`/${place}.avif`, Buffer.from(await (await fetch(site + path)).arrayBuffer()))
  }
  // Random letters, which can't be compressed.
  files.set(
    '/script.js',
    Buffer.from(`/*${randomBytes(scriptBytes).toString('base64').slice(0, scriptBytes)}*/`),
  )
  const images = pictures.map(
    (_, place) =>
      `<img src="/${place}.avif" width="358" height="358" alt="A picture" ${place > 1 ? 'loading="lazy"' : ''}>`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title><meta name="description" content="Pictures."><meta name="viewport" content="width=device-width"><script defer src="/script.js"></script></head><body><main><h1>Pictures</h1>${images.join('')}</main></body></html>`
  return serve(({ url = '/' }, response) => {
    const file = files.get(url)
    if (file)
      response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'image/avif').end(file)
    else if (url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    else response.writeHead(404).end()
  })
}

/** The site as it is, but without scripts in its documents, which are compressed as on the site. */
async function serveScriptless(site: string): Promise<Served> {
  const kept = new Map<string, { headers: [string, string][]; body: Buffer }>()
  for (const path of ['/', '/feed']) {
    const answer = await fetch(site + path)
    const html = (await answer.text()).replaceAll(/<script[^>]* src=[^>]*><\/script>/g, '')
    kept.set(path, {
      headers: [
        ['content-type', 'text/html; charset=utf-8'],
        ['content-encoding', 'br'],
      ],
      body: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    })
  }
  return serve(async ({ url = '/' }, response) => {
    if (!kept.has(url)) kept.set(url, await copyOf(site + url))
    const { headers, body } = kept.get(url)!
    response.setHeaders(new Map(headers)).end(body)
  })
}

/** The response as sent, without decompressing it. */
async function copyOf(address: string): Promise<{ headers: [string, string][]; body: Buffer }> {
  const asked = request(address, { headers: { 'accept-encoding': 'br' } }).end()
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const headers = ['content-type', 'content-encoding', 'cache-control'].flatMap(
    (name): [string, string][] => {
      const value = answer.headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    },
  )
  return { headers, body: Buffer.concat(await Array.fromAsync(answer)) }
}

interface Served {
  origin: string
  stop: () => void
}

async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer).listen(0)
  await once(server, 'listening')
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    stop: () => server.close(),
  }
}
