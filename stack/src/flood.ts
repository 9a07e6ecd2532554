import { run } from './run.ts'

/** Every endpoint flooded by every kind of caller, at full size and with the clock. `FLOOD_SABOTAGE=1` takes the limits out. */
const held = await run('vitest', ['run', 'stack/src/flood.test.ts'], {
  env: { FLOOD_SECONDS: '60', ...process.env },
})
process.exit(held ? 0 : 1)
