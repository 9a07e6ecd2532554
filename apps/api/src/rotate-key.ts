import { rotateNetworkKey } from './auth/network-key.ts'
import { rotateSigningKey } from './auth/signing-keys.ts'
import { readConfig } from './config.ts'
import { connect } from './db/client.ts'
import { databaseClock } from './db/clock.ts'
import { REFRESH_MS } from './sessions/session-rules.ts'

/** `npm run rotate-key -- sessions` or `-- receipts`: from now on, a new key signs tokens or receipts. */
const rotations: Record<string, () => Promise<string>> = {
  sessions: async () => {
    const { now } = await databaseClock(db)
    await rotateSigningKey(db, now(), REFRESH_MS)
    return 'There is a new key for sessions. The one before is good for a week more, so that nobody is signed out.'
  },
  receipts: async () => {
    await rotateNetworkKey(db)
    return 'There is a new key for receipts, within a minute in every process. Receipts that the one before signed stay good.'
  },
}

const rotate = rotations[process.argv[2] ?? '']
if (!rotate) {
  console.error(`Say which key: npm run rotate-key -- ${Object.keys(rotations).join(' | ')}`)
  process.exit(1)
}
const { db, close } = connect(readConfig(process.env).databaseDirectUrl, () => {})
console.log(await rotate())
await close()
