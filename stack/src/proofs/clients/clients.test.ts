import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildClient } from '@infra/client/build'
import { STARTER_CREDITS } from '@infra/protocol/credits'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import { type Omission, startAlteringProxy } from './altering-proxy.ts'
import { newCustomer } from './new-customer.ts'
import { omissions } from './omissions.ts'
import { type Installed, inTree, runClient, type UnmodifiedClient } from './run-client.ts'
import { SIMULATED_APPS, startSimulatedNetwork } from './simulated-network.ts'

const CALLS_MIN = 40
const AT_ONCE = 4

/** What `npm run clients` has installed; otherwise the client that the tree has is run. */
const installed: Installed = process.env.CLIENTS_INSTALLED
  ? JSON.parse(process.env.CLIENTS_INSTALLED)
  : { clients: [inTree], missing: undefined, runtimes: [] }

/** `CLIENTS_SABOTAGE` leaves one of the omissions out; `all` tries each of them and expects every one to be noticed. */
const SABOTAGE = process.env.CLIENTS_SABOTAGE

if (SABOTAGE !== 'all')
  for (const client of installed.clients)
    test(`${client.name}, unmodified, makes at least ${CALLS_MIN} calls: every answer is parsed, no field is lost, the right credits are spent`, {
      timeout: 300_000,
      retry: 0,
    }, async () => {
      const { origin, prefix } = await startSimulatedNetwork()
      const customer = await newCustomer(prefix)
      const url = SABOTAGE ? await startAlteringProxy(origin, omissions[SABOTAGE]!) : origin
      const report = await runClient(client, await temporaryFolder(), {
        url,
        apps: SIMULATED_APPS,
        ...customer,
      })
      expect(report.failed).toEqual([])
      expect(report.skipped).toEqual([])
      expect(report.calls).toBeGreaterThanOrEqual(CALLS_MIN)
      const { finished, left, charged, spent, held } = await customer.settled()
      expect({ finished, left, held }).toEqual({ finished: report.finished, left: report.left, held: 0 })
      expect(spent).toBe(charged)
      console.log(`${client.name}: ${report.calls} calls, ${finished} jobs, ${left} left, ${spent} credits.`)
    })
else
  test('whatever of the answers is left out, a client notices it', {
    timeout: 3_600_000,
    retry: 0,
  }, async () => {
    const { origin, prefix } = await startSimulatedNetwork()
    const failureOf = async (client: UnmodifiedClient, omission: Omission) => {
      const url = await startAlteringProxy(origin, omission)
      const network = { url, apps: SIMULATED_APPS, ...(await newCustomer(prefix)), stopAtFailure: true }
      return (await runClient(client, await temporaryFolder(), network)).failed[0]
    }
    const unnoticed: string[] = []
    const left = Object.entries(omissions)
    const tryRest = async () => {
      for (let next = left.shift(); next; next = left.shift()) {
        const [name, omission] = next
        // Endpoints are missed by each client that uses them; for the rest, one that notices is enough.
        const noticed = []
        for (const client of installed.clients) {
          if (noticed.length > 0 && !omission.endpoint) break
          const failure = await failureOf(client, omission)
          if (failure) noticed.push(`${client.name} (${failure.split(':')[0]})`)
        }
        console.log(`Without ${name}: noticed by ${noticed.join(', ') || 'nobody'}.`)
        if (noticed.length === 0) unnoticed.push(name)
      }
    }
    // As many at once as below, with nothing left out.
    const controls = installed.clients.map((client) => failureOf(client, { of: /^$/ }))
    expect(await Promise.all(controls)).toEqual(installed.clients.map(() => undefined))
    await Promise.all(Array.from({ length: AT_ONCE }, tryRest))
    expect(unnoticed).toEqual([])
  })

// Other tests run it under this Node.js.
if (installed.runtimes.length > 0 && !SABOTAGE)
  test(`our own client runs under Node.js ${[...installed.runtimes.map(versionIn), process.versions.node].join(', ')}`, {
    timeout: 300_000,
  }, async () => {
    const { origin, prefix } = await startSimulatedNetwork()
    const { key } = await newCustomer(prefix)
    const folder = await temporaryFolder()
    await buildClient(folder)
    const program = `
    import { Infra } from './infra.js'
    const infra = new Infra({ baseUrl: process.env.INFRA_URL, key: process.env.INFRA_KEY })
    const job = await infra.run('speak', { text: 'Hello' })
    const bytes = await infra.bytes(job)
    console.log(process.versions.node, job.status, bytes.length)`
    await writeFile(join(folder, 'program.mjs'), program)
    const env = { PATH: process.env.PATH, HOME: folder, INFRA_URL: origin, INFRA_KEY: key }
    const run = async (runtime: string, ...words: string[]) =>
      (await promisify(execFile)(runtime, words, { cwd: folder, env })).stdout
    for (const [at, runtime] of [...installed.runtimes, process.execPath].entries()) {
      const version = at < installed.runtimes.length ? versionIn(runtime) : process.versions.node
      expect(await run(runtime, 'program.mjs')).toMatch(new RegExp(`^${version} finished [1-9]\\d+\n$`))
      expect(JSON.parse(await run(runtime, 'infra.mjs', 'balance', '--json'))).toMatchObject({
        available: STARTER_CREDITS - 2 * (at + 1),
      })
      const price = await run(runtime, 'infra.mjs', 'price', 'speak', '--text', 'Hello', '--json')
      expect(JSON.parse(price)).toMatchObject({ credits: 2 })
    }
  })

function versionIn(runtime: string): string {
  return /\d+\.\d+\.\d+/.exec(runtime)![0]
}
