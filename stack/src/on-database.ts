import { join } from 'node:path'
import { readStackConfig } from './config.ts'
import { withDatabase } from './processes/with-database.ts'
import { run } from './run.ts'

/** Runs one of the API's programs on the database of this stack, whether the stack is running or not. */
const config = readStackConfig(process.env)
const done = await withDatabase(config, (url) =>
  run(process.execPath, process.argv.slice(2), {
    env: { FILES_DIR: join(config.dataDir, 'files'), ...process.env, DATABASE_URL: url },
  }),
)
process.exit(done ? 0 : 1)
