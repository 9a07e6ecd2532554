import { readConfig } from '../config.ts'
import { connect } from '../db/client.ts'
import { databaseClock } from '../db/clock.ts'
import { rotateSigningKey } from '../http/signing-keys.ts'
import { REFRESH_MS } from './session-rules.ts'

/** `npm run rotate-key`: tokens are signed with a new key. The old one reads what it signed until the last of it has run out. */
const { databaseUrl } = readConfig(process.env)
const { db, close } = connect(databaseUrl, () => {})
const { now } = await databaseClock(db)
await rotateSigningKey(db, now(), REFRESH_MS)
await close()
console.log('There is a new key. The one before is good for a week more, so that nobody is signed out.')
