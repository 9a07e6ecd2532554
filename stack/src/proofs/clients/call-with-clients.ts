import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listApps } from '@infra/protocol/apps'
import { createClient } from '@infra/protocol/client'
import { newCustomer } from './new-customer.ts'
import { type Installed, runClient } from './run-client.ts'

/** Has each client whose name has the word call a running network as a new user, with what its nodes serve, and says what came of it. */
export async function callWithClients({ clients }: Installed, url: string, word: string): Promise<boolean> {
  const prefix = `${url}/api`
  const { items } = await createClient({ prefix })(listApps)
  const apps = items.filter(({ nodes }) => nodes > 0).map(({ id }) => id)
  let passed = true
  for (const client of clients.filter(({ name }) => name.includes(word))) {
    const customer = await newCustomer(prefix)
    const folder = await mkdtemp(join(tmpdir(), 'infra-client-'))
    const startedAt = performance.now()
    const report = await runClient(client, folder, { url, apps, ...customer }).finally(() =>
      rm(folder, { recursive: true, force: true }),
    )
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
    const { finished, charged, spent, held } = await customer.settled()
    // What a client leaves may be finished before it counts as left.
    const isPaid = finished >= report.finished && spent === charged && held === 0
    passed &&= isPaid && report.failed.length === 0
    console.log(
      `${client.name}: ${report.calls} calls in ${seconds} s, ${finished} jobs, ${spent} of ${charged} credits, ${held} on hold; ${report.skipped.length} without a node.`,
    )
    for (const failure of report.failed) console.log(`  Failed: ${failure}`)
  }
  return passed
}
