import { run } from '../run.ts'

/**
 * The long forms of the proofs about sign-in, leases, credits, API keys, mandates, batches, calls of programs and over MCP, webhooks, outbound
 * addresses, updates of the node agent and alerts. `PROOF_SABOTAGE=once|revoke|grace|signature|fence|spend|pay|key_cap|key_refund|key_revoke|
 * key_order|mandate|batch_halves|call_attach|call_wanted|price_state|price_once|mcp_cancel|webhook_rotate|guard_pin|guard_ranges|webhook_outbox|
 * webhook_mark|update_turns|update_signer|alert_memory` shows that they can fail.
 */
const env = {
  PROOF_MUTATIONS: '20000',
  PROOF_REPLAYS: '1000',
  PROOF_LAPSES: '10000',
  PROOF_SPENDS: '1000',
  PROOF_CUTS: '5000',
  PROOF_KEY_CLIENTS: '64',
  PROOF_KEY_ORDERS: '1000',
  PROOF_KEY_CHANGES: '1000',
  PROOF_MANDATES: '20000',
  PROOF_BATCH_KILLS: '200',
  PROOF_BATCH_SIZE: '1000',
  PROOF_CUT_CALLS: '5000',
  PROOF_GONE_CALLERS: '2000',
  PROOF_CALLER_KILLS: '100',
  PROOF_CONFIRMATIONS: '2000',
  PROOF_MCP_CANCELS: '100',
  PROOF_WEBHOOKS: '10000',
  PROOF_WEBHOOK_KILLS: '100',
  PROOF_ROTATED_DELIVERIES: '1000',
  PROOF_AGENTS: '50',
  PROOF_FLAPS: '1000',
  PROOF_FLAPPING: '40',
  PROOF_KILLED_AGENTS: '8',
}
const files = [
  'apps/api/src/sessions/sign-in-proof.test.ts',
  'apps/api/src/attempts/network-proof.test.ts',
  'apps/api/src/keys/key-proof.test.ts',
  'apps/api/src/keys/mandates/mandate-proof.test.ts',
  'apps/api/src/jobs/batches/batch-proof.test.ts',
  'apps/api/src/programs/program-calls.test.ts',
  'apps/api/src/mcp/price-proof.test.ts',
  'apps/api/src/mcp/mcp.test.ts',
  'apps/api/src/webhooks/webhook-proof.test.ts',
  'apps/api/src/webhooks/rotation-proof.test.ts',
  'apps/api/src/outbound/guard-proof.test.ts',
  'stack/src/proofs/agent-updates.test.ts',
  'apps/api/src/alerts/alert-proof.test.ts',
  'stack/src/proofs/node-alerts.test.ts',
]
// `npm run proof -- mandate` runs those whose path has the word.
const words = process.argv.slice(2)
const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (chosen.length === 0) throw new Error(`No proof has ${words.join(' or ')} in its path.`)
// The figures are notes of single tests.
const passed = await run('vitest', ['run', '--reporter=verbose', ...chosen], {
  env: { ...env, ...process.env },
})
process.exit(passed ? 0 : 1)
