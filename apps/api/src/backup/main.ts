import { resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { storeOf, tempDirOf } from '../files/open-files.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** `npm run backup -- <folder>` and `npm run restore -- <folder>`; the stack finds the database. */
const [act, folder] = process.argv.slice(2)
try {
  if (!folder) throw new Error(`Which folder? npm run ${act} -- <folder>`)
  const config = readConfig(process.env)
  const place = { databaseUrl: config.databaseDirectUrl, store: storeOf(config), tempDir: tempDirOf(config) }
  const work = act === 'restore' ? restoreBackup : writeBackup
  const { tables, files } = await work(place, resolve(folder))
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const done = act === 'restore' ? 'Restored from' : 'Backed up to'
  console.log(`${done} ${resolve(folder)}: ${tables.length} tables, ${rows} rows, ${files} files.`)
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
