import { run } from './run.ts'

/** The long form of the kill -9 proof; `CHAOS_SABOTAGE=1 npm run chaos` shows that it can fail. */
const survived = await run('vitest', ['run', 'stack/src/kill-nine.test.ts'])
process.exit(survived ? 0 : 1)
