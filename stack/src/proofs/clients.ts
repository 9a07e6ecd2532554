import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../run.ts'
import { callWithClients } from './clients/call-with-clients.ts'
import { installClients } from './clients/run-client.ts'

/**
 * Installs the unmodified clients of OpenAI for JavaScript and Python, the AI SDK and LangChain, and has each call a network of its own whose node
 * has no models. `npm run clients -- http://localhost:8080` has them call a running network instead, and with `Python` after it that client alone.
 * `CLIENTS_SABOTAGE` leaves something out of the answers, as `the endpoint speech`; with `all`, each omission is tried, and each must be noticed.
 */
const [origin, word = ''] = process.argv.slice(2)
const folder = await mkdtemp(join(tmpdir(), 'infra-clients-'))
let passed = false
try {
  console.log('Installing the clients.')
  const installed = await installClients(folder)
  if (origin) passed = await callWithClients(installed, origin, word)
  else
    passed = await run('vitest', ['run', 'stack/src/proofs/clients/clients.test.ts'], {
      env: { CLIENTS_INSTALLED: JSON.stringify(installed) },
    })
  if (installed.missing) console.log(`Not run: openai for Python. ${installed.missing}`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(passed ? 0 : 1)
