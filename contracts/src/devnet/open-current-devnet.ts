import { hasOldContracts } from './deploy-contracts.ts'
import { type Devnet, type DevnetOptions, openDevnet } from './devnet.ts'
import { setJournalAside } from './journal.ts'

/** The devnet of a folder, started over where its blocks hold contracts that the pages of today would not recognise. */
export async function openCurrentDevnet(options: DevnetOptions): Promise<Devnet> {
  const found = await openDevnet(options)
  if (!(await hasOldContracts(found))) return found
  options.say(
    'The devnet has contracts of another version. It starts over; its old blocks are kept next to it.',
  )
  await found.close()
  await setJournalAside(options.folder)
  return openDevnet(options)
}
