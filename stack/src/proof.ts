import { run } from './run.ts'

/** The long form of the sign-in proof; `PROOF_SABOTAGE=once|revoke|grace|signature` shows that it can fail. */
const env = { PROOF_MUTATIONS: '20000', PROOF_REPLAYS: '1000' }
const held = await run('vitest', ['run', 'apps/api/src/sessions/sign-in-proof.test.ts'], {
  env: { ...env, ...process.env },
})
process.exit(held ? 0 : 1)
