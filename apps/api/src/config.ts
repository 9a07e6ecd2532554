import type { WebConfiguration } from '@infra/protocol/configuration'
import { z } from 'zod'

const link = z.url({ protocol: /^https?$/ })

const Environment = z.object({
  /** This machine alone may connect, until the person says otherwise. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Where people reach the product; never taken from a request's Host header. */
  PUBLIC_URL: link.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  API_PREFIX: z
    .string()
    .regex(/^(\/[a-z0-9-]+)+$/, 'must look like /api')
    .default('/api'),
  /** The built web app; without it the API serves no pages. */
  WEB_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** On only behind one balancer that sets X-Forwarded-For: otherwise anyone could pretend to be anyone. */
  TRUST_PROXY: z.stringbool().default(false),
  /** Ethereum mainnet for the API, to ask smart accounts; it may hold a key, so browsers are never told. */
  RPC_URL: link.optional(),
  /** Ethereum mainnet for browsers. */
  PUBLIC_RPC_URL: link.optional(),
  DEVNET_RPC_URL: link.optional(),
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
    .optional(),
  DEMO_WALLET: z.stringbool().default(false),
  /** Addresses, separated by commas. */
  MODERATORS: z
    .string()
    .default('')
    .transform((list) =>
      list
        .split(',')
        .map((address) => address.trim().toLowerCase())
        .filter(Boolean),
    )
    .pipe(z.array(z.string().regex(/^0x[0-9a-f]{40}$/, 'must be addresses, separated by commas'))),
  METRICS_TOKEN: z.string().min(16).optional(),
  X_URL: link.default('https://x.com/'),
  DEX_URL: link.default('https://dexscreener.com/ethereum'),
  TELEGRAM_URL: link.default('https://telegram.org/'),
})

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start, naming every bad variable at once. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  // Shells and compose files say "not set" with an empty value.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`),
    databaseUrl: settings.DATABASE_URL,
    apiPrefix: settings.API_PREFIX,
    webDir: settings.WEB_DIR,
    logLevel: settings.LOG_LEVEL,
    trustProxy: settings.TRUST_PROXY,
    rpcUrl: settings.RPC_URL,
    wallet: walletOf(settings),
    moderators: new Set(settings.MODERATORS),
    metricsToken: settings.METRICS_TOKEN,
    links: { x: settings.X_URL, dex: settings.DEX_URL, telegram: settings.TELEGRAM_URL },
  } as const
}

function walletOf(settings: z.infer<typeof Environment>): WebConfiguration['wallet'] {
  const mainnet = { id: 1, name: 'Ethereum', rpcUrl: settings.PUBLIC_RPC_URL ?? null }
  const devnet = { id: 31_337, name: 'Infra devnet', rpcUrl: settings.DEVNET_RPC_URL ?? null }
  return {
    // Mainnet first: a visitor with a real wallet can sign in to a local stack too.
    chains: settings.DEVNET_RPC_URL ? [mainnet, devnet] : [mainnet],
    projectId: settings.WALLETCONNECT_PROJECT_ID ?? null,
    demo: settings.DEMO_WALLET,
  }
}
