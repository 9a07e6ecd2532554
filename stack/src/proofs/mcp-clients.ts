import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryMcpClients } from './clients/try-mcp-clients.ts'

/**
 * Installs the unmodified clients of MCP that the tree doesn't have, and its conformance suite, and runs them against a real API.
 * `PROOF_SABOTAGE=mcp_cancel` shows that the proof of cancelled calls can fail.
 */
const folder = await mkdtemp(join(tmpdir(), 'infra-mcp-clients-'))
let passed = false
try {
  passed = await tryMcpClients(folder)
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(passed ? 0 : 1)
