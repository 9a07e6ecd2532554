import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
 * Home and Feed by Lighthouse, with real pictures in the feed. The reference, in the same run: a page without a framework that
 * shows the same pictures and carries as many bytes of script, which do nothing.
 */
export async function web(): Promise<string> {
  const say = (sentence: string) => console.log(sentence)
  const port = await freePort()
  const site = `http://localhost:${port}`
  const api = await startOneApi({
    PORT: String(port),
    PUBLIC_URL: site,
    TRUST_PROXY: 'true',
    WEB_DIR: await buildWeb('apps/web', { demo: false, say }),
  })
  try {
    process.env.BASE_URL = site
    const pictures = await fillFeed()
    const home = await measure('home', `${site}/`)
    const feed = await measure('feed', `${site}/feed`)
    const reference = await serveReference(site, pictures, feed.scriptBytes)
    const plain = await measure('reference', `http://localhost:${(reference.address() as AddressInfo).port}/`)
    reference.close()
    const ratio = (figures: Figures) => (figures.lcpMs / plain.lcpMs).toFixed(2)
    return `web: LCP ${ratio(home)} x on Home, ${ratio(feed)} x on Feed (against a bare page with the same pictures and as much script); performance ${home.performance} and ${feed.performance} against ${plain.performance}`
  } finally {
    await api.stop()
  }
}

async function measure(name: string, address: string): Promise<Figures> {
  const { figures, complaints } = await runLighthouse(address)
  const { performance, accessibility, seo, fcpMs, lcpMs, tbtMs, cls, scriptBytes, requests } = figures
  console.log(
    `${name}: performance ${performance}, accessibility ${accessibility}, best practices ${figures['best-practices']}, SEO ${seo}; FCP ${Math.round(fcpMs)} ms, LCP ${Math.round(lcpMs)} ms, TBT ${Math.round(tbtMs)} ms, CLS ${cls.toFixed(3)}; ${Math.round(scriptBytes / 1000)} kB of script as sent, ${requests} requests`,
  )
  for (const complaint of complaints) console.log(`  ${complaint}`)
  return figures
}

/** Jobs that were ordered, run and paid, each with a picture of its own. Returns where those are. */
async function fillFeed(): Promise<string[]> {
  const node = await startHandNode({ apps: ['cut-out'] })
  let person = await signInSomeone()
  for (let made = 0; made < PICTURES; made += 1) {
    // Nobody has credits for all of them.
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

async function serveReference(site: string, pictures: string[], scriptBytes: number): Promise<Server> {
  const files = new Map<string, Buffer>()
  for (const [place, path] of pictures.entries()) {
    files.set(`/${place}.avif`, Buffer.from(await (await fetch(site + path)).arrayBuffer()))
  }
  // Random letters: nothing on the way makes them fewer.
  files.set(
    '/script.js',
    Buffer.from(`/*${randomBytes(scriptBytes).toString('base64').slice(0, scriptBytes)}*/`),
  )
  const images = pictures.map(
    (_, place) =>
      `<img src="/${place}.avif" width="358" height="358" alt="A picture" ${place > 1 ? 'loading="lazy"' : ''}>`,
  )
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Reference</title><meta name="description" content="Pictures."><meta name="viewport" content="width=device-width"><script defer src="/script.js"></script></head><body><main><h1>Pictures</h1>${images.join('')}</main></body></html>`
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url)
    if (file)
      response.setHeader('content-type', url.endsWith('.js') ? 'text/javascript' : 'image/avif').end(file)
    else if (url === '/') response.setHeader('content-type', 'text/html; charset=utf-8').end(html)
    else response.writeHead(404).end()
  }).listen(0)
  await once(server, 'listening')
  return server
}
