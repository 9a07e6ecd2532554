import { resolve } from 'node:path'
import { isThisMachine } from '@infra/protocol/values/this-machine'
import { z } from 'zod'
import { ROOT } from './root.ts'

const Settings = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8080),
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** The API reads the whole of it. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgresql://')
    .optional(),
  /** The API reads it; it says nothing about the embedded database. */
  DATABASE_DIRECT_URL: z.string().optional(),
  /** Whether this machine also runs jobs. */
  RUN_NODE: z.stringbool().default(true),
  /** Whether a development chain with staking contracts runs as well. On if only this machine is served. */
  DEVNET: z.stringbool().optional(),
  /** Whether the pages offer a throw-away wallet. On if only this machine is served. */
  DEMO_WALLET: z.stringbool().optional(),
  /** If either of these is set, no devnet is started. */
  DEVNET_RPC_URL: z.string().optional(),
  STAKING_ADDRESS: z.string().optional(),
  LOG_LEVEL: z.string().default('warn'),
})

const Environment = Settings.superRefine((settings, context) => {
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL)
    context.addIssue({
      code: 'custom',
      path: ['DATABASE_URL'],
      message: 'is needed beside DATABASE_DIRECT_URL',
    })
  if (servesThisMachineAlone(settings)) return
  for (const [name, what] of [
    ['DEVNET', 'A development chain gives its tokens to anyone'],
    ['DEMO_WALLET', 'The demo wallet is for trying things out'],
  ] as const) {
    if (!settings[name]) continue
    const message = `${what}, and others reach this network at PUBLIC_URL. Leave ${name} out, or use a PUBLIC_URL on localhost.`
    context.addIssue({ code: 'custom', path: [name], message })
  }
})

function servesThisMachineAlone({ PUBLIC_URL }: { PUBLIC_URL?: string | undefined }): boolean {
  return PUBLIC_URL === undefined || isThisMachine(new URL(PUBLIC_URL))
}

export type StackConfig = ReturnType<typeof readStackConfig>

/** What the stack itself needs to know; the API reads everything else in the environment. */
export function readStackConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const { HOST, PORT, PUBLIC_URL, DATA_DIR, DATABASE_URL, RUN_NODE, LOG_LEVEL } = parsed.data
  const isLocal = servesThisMachineAlone(parsed.data)
  const { DEVNET = isLocal, DEMO_WALLET = isLocal, DEVNET_RPC_URL, STAKING_ADDRESS } = parsed.data
  const runsDevnet = DEVNET && !DEVNET_RPC_URL && !STAKING_ADDRESS
  return {
    host: HOST,
    port: PORT,
    publicUrl: PUBLIC_URL ?? `http://localhost:${PORT}`,
    dataDir: resolve(ROOT, DATA_DIR),
    databaseUrl: DATABASE_URL,
    runsNode: RUN_NODE,
    runsDevnet,
    hasStaking: runsDevnet || Boolean(STAKING_ADDRESS),
    hasDemoWallet: DEMO_WALLET,
    /** If only this machine is served, webhooks may reach its programs; elsewhere they could reach the database. */
    outboundAllow: isLocal ? '127.0.0.0/8,::1' : '',
    logLevel: LOG_LEVEL,
  } as const
}
