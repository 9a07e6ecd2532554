import { resolve } from 'node:path'
import { z } from 'zod'
import { ROOT } from './root.ts'

const Environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Whether this machine also runs jobs. */
  RUN_NODE: z.stringbool().default(true),
  /** Whether a development chain runs beside it, with contracts to stake in. */
  DEVNET: z.stringbool().default(true),
  /** Whoever names a chain or contracts of their own has no use for ours. */
  DEVNET_RPC_URL: z.string().optional(),
  STAKING_ADDRESS: z.string().optional(),
  LOG_LEVEL: z.string().default('warn'),
})

export type StackConfig = ReturnType<typeof readStackConfig>

/** What the stack itself needs to know; everything else in the environment is the API's to read. */
export function readStackConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const { HOST, PORT, PUBLIC_URL, DATA_DIR, DATABASE_URL, RUN_NODE, LOG_LEVEL } = parsed.data
  const { DEVNET, DEVNET_RPC_URL, STAKING_ADDRESS } = parsed.data
  return {
    host: HOST,
    port: PORT,
    publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`,
    dataDir: resolve(ROOT, DATA_DIR),
    databaseUrl: DATABASE_URL,
    runsNode: RUN_NODE,
    runsDevnet: DEVNET && !DEVNET_RPC_URL && !STAKING_ADDRESS,
    logLevel: LOG_LEVEL,
  } as const
}
