import { run } from '../run.ts'

/**
 * The long forms of the tests with random requests: of HTTP, generated from the API's own OpenAPI documents, and of JSON-RPC, made from what the
 * tools of MCP say about themselves and from recorded messages. `FUZZ_SEED` repeats a run; `FUZZ_SABOTAGE=1` shows that both can fail, and
 * `FUZZ_SABOTAGE=price` that an order whose price nobody agreed to is noticed. `npm run fuzz -- mcp` runs the file whose path has the word.
 */
const env = {
  FUZZ_REQUESTS: '100000',
  FUZZ_RPC_REQUESTS: '20000',
  FUZZ_SEED: String(Date.now() % 2 ** 31),
}
const files = ['apps/api/src/http/fuzz.test.ts', 'apps/api/src/mcp/fuzz.test.ts']
const words = process.argv.slice(2)
const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
if (chosen.length === 0) throw new Error(`No test has ${words.join(' or ')} in its path.`)
const passed = await run('vitest', ['run', '--reporter=verbose', ...chosen], {
  env: { ...env, ...process.env },
})
process.exit(passed ? 0 : 1)
