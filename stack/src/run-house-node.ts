import { join } from 'node:path'
import type { StackConfig } from './config.ts'
import { linkTokenOfHouse } from './house-operator.ts'
import { type RunningProgram, runNode } from './run-program.ts'

/** This machine's own node: linked to the house's account, its data beside everything else. */
export async function runHouseNode(
  config: Pick<StackConfig, 'dataDir' | 'logLevel'>,
  origin: string,
  say: (sentence: string) => void,
): Promise<RunningProgram> {
  return runNode(
    {
      ...process.env,
      API_URL: `${origin}/api`,
      NODE_DATA_DIR: join(config.dataDir, 'node'),
      WEIGHTS_CACHE: process.env.WEIGHTS_CACHE ?? join(config.dataDir, 'weights'),
      LINK_TOKEN: await linkTokenOfHouse(`${origin}/api`, config.dataDir),
      LOG_LEVEL: config.logLevel,
    },
    say,
  )
}
