import { join } from 'node:path'
import { readStackConfig } from './config.ts'
import { run } from './run.ts'
import { withDatabase } from './with-database.ts'

/** Runs a program of the API's on the database of this stack, whether the stack runs or not. */
const config = readStackConfig(process.env)
const done = await withDatabase(config, (url) =>
  run(process.execPath, process.argv.slice(2), {
    env: { FILES_DIR: join(config.dataDir, 'files'), ...process.env, DATABASE_URL: url },
  }),
)
process.exit(done ? 0 : 1)
