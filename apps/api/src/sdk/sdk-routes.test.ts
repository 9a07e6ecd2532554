import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { claimJob } from '@infra/protocol/attempts'
import { expect, onTestFinished, test } from 'vitest'
import { makeTestKey } from '../test/api-key.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { webFolderWithSdk } from '../test/servers/sdk-folder.ts'
import { webFolder } from '../test/servers/web-folder.ts'
import { startTestApi } from '../test/start-test-api.ts'

const run = promisify(execFile)
const { origin } = await startTestApi({ env: { WEB_DIR: await webFolderWithSdk() } })

test.for(['/sdk/npm/@infra%2fclient', '/sdk/npm/@infra%2Fclient', '/sdk/npm/@infra/client'])(
  '%s tells npm the package’s version, URL and digest',
  async (path) => {
    const accept = 'application/vnd.npm.install-v1+json; q=1.0, application/json; q=0.8, */*'
    const answer = await fetch(origin + path, { headers: { accept } })
    const packument = await answer.json()
    const latest = packument['dist-tags'].latest
    const { dist, bin } = packument.versions[latest]
    expect(bin).toEqual({ infra: 'infra.mjs' })
    // The URL begins with PUBLIC_URL, whatever address the request came to.
    expect(dist.tarball).toBe(`http://localhost:0/sdk/npm/@infra/client/-/client-${latest}.tgz`)
    const tarball = await fetch(origin + new URL(dist.tarball).pathname)
    const digest = createHash('sha512').update(Buffer.from(await tarball.arrayBuffer()))
    expect(dist.integrity).toBe(`sha512-${digest.digest('base64')}`)
    expect(tarball.headers.get('cache-control')).toContain('immutable')
  },
)

test.for(['infra.js', 'infra.mjs'])('any page can import the script %s', async (name) => {
  const answer = await fetch(`${origin}/sdk/${name}`)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'cache-control': 'no-cache',
  })
  const again = await fetch(`${origin}/sdk/${name}`, {
    headers: { 'if-none-match': answer.headers.get('etag')! },
  })
  expect(again.status).toBe(304)
})

test.for([
  '/sdk/npm/left-pad',
  '/sdk/npm/@infra%2fother',
  '/sdk/nothing.js',
  '/sdk/client.json',
  '/sdk/npm/@infra/client/-/x.tgz',
])('answers %s with not_found instead of a page', async (path) => {
  const answer = await fetch(origin + path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not_found' })
})

test('serves pages that were built without the client', async () => {
  const bare = await startTestApi({ env: { WEB_DIR: await webFolder() } })
  expect((await fetch(`${bare.origin}/sdk/infra.js`)).status).toBe(404)
  expect((await fetch(bare.origin)).status).toBe(200)
})

/** Opens an address before the network starts, because PUBLIC_URL needs it for the URLs that npm fetches. */
async function openAddress() {
  let port = 0
  const forwarder = createServer((inbound) => {
    const outbound = connect(port, '127.0.0.1')
    for (const socket of [inbound, outbound]) socket.on('error', () => socket.destroy())
    inbound.pipe(outbound).pipe(inbound)
  }).listen(0, '127.0.0.1')
  await once(forwarder, 'listening')
  onTestFinished(() => void forwarder.close())
  return {
    url: `http://127.0.0.1:${(forwarder.address() as AddressInfo).port}`,
    leadTo: (address: string) => {
      port = Number(new URL(address).port)
    },
  }
}

test('npx runs the CLI from the network’s own registry on a fresh machine', async () => {
  const address = await openAddress()
  const WEB_DIR = await webFolderWithSdk()
  const network = await startTestApi({ env: { WEB_DIR, PUBLIC_URL: address.url } })
  address.leadTo(network.origin)
  network.clock.now = new Date()
  const { secret } = await makeTestKey(network, await signInSomeone(network))
  const home = await mkdtemp(join(tmpdir(), 'infra-npx-'))
  onTestFinished(() => rm(home, { recursive: true }))
  const npx = (...args: string[]) =>
    run('npx', ['--yes', `--@infra:registry=${address.url}/sdk/npm/`, '@infra/client', ...args], {
      cwd: home,
      // Uses the Node.js that comes with the machine's npm, and no setting of this repository.
      env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', INFRA_URL: address.url, INFRA_KEY: secret },
    })
  expect(JSON.parse((await npx('balance', '--json')).stdout)).toMatchObject({ keyLeft: { day: 100 } })
  const node = await startNode(network)
  const ordered = npx('run', 'story-teller', '--prompt', 'Once')
  await node.finish(await node.call(claimJob, { query: { wait: 20 } }).then((job) => job!))
  expect((await ordered).stdout).toContain('Once Then came')
})
