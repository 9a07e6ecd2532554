import { readConfig } from './config.ts'
import { connect, FOR_LONG_WORK } from './db/client.ts'
import { reconcile } from './ledger/reconcile.ts'

/** `npm run check-books`: what every API process checks now and then, at once. */
const { db, close } = connect(readConfig(process.env).databaseDirectUrl, () => {}, FOR_LONG_WORK)
const problems = await reconcile(db)
for (const problem of problems) console.error(problem)
if (problems.length === 0) console.log('The books are in order.')
else process.exitCode = 1
await close()
