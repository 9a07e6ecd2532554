import { copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from '../../run.ts'
import { installFromNpm, installFromPip } from './install-clients.ts'

const SCRIPTS = join(import.meta.dirname, 'scripts')
const SUITE = '@modelcontextprotocol/conformance'

/** Of the protocol. */
const MODERN = '2026-07-28'
const OLD = '2025-11-25'

/**
 * Installs unmodified clients of MCP and its conformance suite below a folder, and runs them against a real API: the older TypeScript client, and
 * the Python client in both of its modes. The newer TypeScript client is in the tree (`mcp.test.ts`).
 */
export async function tryMcpClients(folder: string): Promise<boolean> {
  const older = join(folder, 'typescript')
  const suite = join(folder, 'suite')
  const pip = join(folder, 'python')
  await Promise.all([older, suite, pip].map((one) => mkdir(one, { recursive: true })))
  const [interpreter] = await Promise.all([
    installFromPip(pip, ['mcp==2.3.0']),
    installFromNpm(older, ['@modelcontextprotocol/sdk@1.32.2']),
    installFromNpm(suite, [`${SUITE}@0.1.16`]),
  ])
  // Its packages are found next to the script.
  const script = join(older, 'mcp-typescript.mjs')
  await copyFile(join(SCRIPTS, 'mcp-typescript.mjs'), script)
  const clients = [typescript(script)]
  if ('missing' in interpreter) console.log(`Not run: the Python client of MCP. ${interpreter.missing}`)
  else clients.push(python(interpreter.python, 'auto', MODERN), python(interpreter.python, 'legacy', OLD))
  const files = ['other-clients', 'conformance-suite'].map((name) => `apps/api/src/mcp/${name}.test.ts`)
  return run('vitest', ['run', '--reporter=verbose', ...files], {
    env: {
      PROOF_MCP_CLIENTS: JSON.stringify(clients),
      PROOF_MCP_CONFORMANCE: join(suite, 'node_modules', SUITE, 'dist/index.js'),
      PROOF_MCP_CANCELS: process.env.PROOF_MCP_CANCELS ?? '100',
    },
  })
}

/** As the tests take it (`other-client.ts`). */
function typescript(script: string) {
  return { name: 'TypeScript 1', version: OLD, command: process.execPath, args: [script], env: {} }
}

function python(command: string, mode: 'auto' | 'legacy', version: string) {
  const args = [join(SCRIPTS, 'mcp-python.py')]
  return { name: `Python, ${mode}`, version, command, args, env: { MODE: mode } }
}
