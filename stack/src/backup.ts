import { join } from 'node:path'
import { readStackConfig } from './config.ts'
import { run } from './run.ts'
import { withDatabase } from './with-database.ts'

/** `npm run backup -- <folder>`, also while everything runs; `npm run restore -- <folder>`, into an empty data folder. */
const config = readStackConfig(process.env)
const done = await withDatabase(config, (url) =>
  run(process.execPath, ['apps/api/src/backup/main.ts', ...process.argv.slice(2)], {
    env: { FILES_DIR: join(config.dataDir, 'files'), ...process.env, DATABASE_URL: url },
  }),
)
process.exit(done ? 0 : 1)
