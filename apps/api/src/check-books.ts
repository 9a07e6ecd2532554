import { readConfig } from './config.ts'
import { connect, FOR_LONG_WORK } from './db/client.ts'
import { STEP } from './ledger/books-step.ts'
import { checkRecent } from './ledger/check-recent.ts'
import { reconcile } from './ledger/reconcile.ts'
import { walkBooks } from './ledger/walk-books.ts'

/**
 * `npm run check-books`: checks the books now, instead of within ten minutes, so that payouts go on as soon as a problem is corrected.
 * A parent process may ask for each part by a message; the benchmark does.
 */
const { db, close } = connect(readConfig(process.env).databaseDirectUrl, () => {}, FOR_LONG_WORK)
const parts: Record<string, () => Promise<unknown>> = {
  run: () => reconcile(db),
  recent: () => checkRecent(db, STEP),
  walk: () => walkBooks(db, STEP),
}

if (process.send) {
  process.on('message', async (part: string) => process.send!({ found: await parts[part]!() }))
  process.send({})
} else {
  const problems = await reconcile(db)
  console.log(problems.length > 0 ? problems.join('\n') : 'Nothing is wrong with the books.')
  process.exitCode = problems.length > 0 ? 1 : 0
  await close()
}
