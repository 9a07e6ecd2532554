import { run } from '../run.ts'

/** From a bare account with Node.js and npm to the first paid job, by the line that the Nodes screen shows. Timed. */
const passed = await run('vitest', ['run', 'stack/src/proofs/fresh-operator.test.ts'], {
  env: { FRESH_OPERATOR: '1' },
})
process.exit(passed ? 0 : 1)
