import { holdDataDir } from '../agent/agent.ts'
import { measureHardware } from '../agent/hardware.ts'
import { openLinked } from '../agent/link.ts'
import { openNodeKey } from '../agent/node-key.ts'
import { createSession } from '../agent/session.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'

/** Links this machine to an account, then exits. Doesn't serve jobs meanwhile. */
export async function link(config: Config, log: Log): Promise<number> {
  const unlock = await holdDataDir(config.dataDir)
  const account = await openNodeKey(config)
  const session = createSession({
    ...config,
    account,
    hardware: measureHardware(config.hardware),
    slots: 1,
    apps: () => [],
  })
  const say = (text: string) => console.log(text)
  await openLinked(session, { ...config, account, say, log, signal: new AbortController().signal })
  await session.end()
  unlock()
  say(`Linked. This node is ${account.address}; "infra-node start" runs it.`)
  return 0
}
