import { z } from 'zod'

const Environment = z.object({
  /** This machine alone may connect, until the person says otherwise. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** Where people reach the product; never taken from a request's Host header. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  API_PREFIX: z
    .string()
    .regex(/^(\/[a-z0-9-]+)+$/, 'must look like /api')
    .default('/api'),
  /** The built web app; without it the API serves no pages. */
  WEB_DIR: z.string().optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** On only behind a balancer that sets X-Forwarded-For itself: otherwise anyone could pretend to be anyone. */
  TRUST_PROXY: z.stringbool().default(false),
  METRICS_TOKEN: z.string().min(16).optional(),
  X_URL: z.url().default('https://x.com/'),
  DEX_URL: z.url().default('https://dexscreener.com/ethereum'),
  TELEGRAM_URL: z.url().default('https://telegram.org/'),
})

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start, naming every bad variable at once. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const parsed = Environment.safeParse(environment)
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
    metricsToken: settings.METRICS_TOKEN,
    links: { x: settings.X_URL, dex: settings.DEX_URL, telegram: settings.TELEGRAM_URL },
  } as const
}
