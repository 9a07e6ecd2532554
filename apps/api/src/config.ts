import { resolve } from 'node:path'
import type { WebConfiguration } from '@infra/protocol/pages/configuration'
import { askDevnet, type StakingDeployment } from '@infra/protocol/staking'
import { isThisMachine } from '@infra/protocol/values/this-machine'
import { getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { DatabaseUrl } from './db/database-url.ts'
import { CONNECTIONS_MIN, divideConnections } from './db/divide-connections.ts'
import { isAddressOrRange, TrustedProxies } from './limits/trusted-proxies.ts'

const link = z.url({ protocol: /^https?$/ })

const contractAddress = z
  .string()
  .refine((given) => isAddress(given), 'must be an address, with the right checksum')
  .transform((given) => getAddress(given))

/** Separated by commas. */
const addresses = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((address) => address.trim().toLowerCase())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().regex(/^0x[0-9a-f]{40}$/, 'must be addresses, separated by commas')))

/** Separated by commas. */
const ranges = z
  .string()
  .default('')
  .transform((list) =>
    list
      .split(',')
      .map((range) => range.trim())
      .filter(Boolean),
  )
  .refine((list) => list.every(isAddressOrRange), 'must be addresses or ranges, separated by commas')

const STAKING_SETTINGS = ['STAKING_ADDRESS', 'STAKING_TOKEN_ADDRESS', 'DEVNET_RPC_URL', 'RPC_URL'] as const

const MAINNET_ID = 1
const DEVNET_ID = 31_337

const S3_SETTINGS = [
  'S3_ENDPOINT',
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

const Environment = z
  .object({
    /** By default only this machine can connect. */
    HOST: z.string().min(1).default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
    /** The public address of the product; never taken from a request's Host header. */
    PUBLIC_URL: link.optional(),
    DATABASE_URL: DatabaseUrl,
    /** The same database without a pooler in between: LISTEN, migrations and long work need a session of their own. */
    DATABASE_DIRECT_URL: DatabaseUrl.optional(),
    /** How many connections to the database this process may open in total. */
    DATABASE_CONNECTIONS: z.coerce.number().int().min(CONNECTIONS_MIN).max(1_000).default(14),
    API_PREFIX: z
      .string()
      .regex(/^(\/[a-z0-9-]+)+$/, 'must look like /api')
      .default('/api'),
    /** The built web app; without it the API serves no pages. */
    WEB_DIR: z.string().optional(),
    LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    TRUST_PROXY: TrustedProxies,
    /** Ethereum mainnet for the API, to check signatures of smart accounts. It may contain a key, so browsers never get it. */
    RPC_URL: link.optional(),
    /** Ethereum mainnet for browsers. */
    PUBLIC_RPC_URL: link.optional(),
    /** A development chain (31337), as the API reaches it; browsers reach it through the API. */
    DEVNET_RPC_URL: link.optional(),
    /**
     * The staking contract and its token. MAINNET DEPLOYMENT NEEDS AN OUTSIDE AUDIT: these contracts have had tests, fuzzing and mutation,
     * but no review by others.
     */
    STAKING_ADDRESS: contractAddress.optional(),
    STAKING_TOKEN_ADDRESS: contractAddress.optional(),
    STAKING_CHAIN_ID: z.coerce
      .number()
      .pipe(z.literal([MAINNET_ID, DEVNET_ID]))
      .default(MAINNET_ID),
    WALLETCONNECT_PROJECT_ID: z
      .string()
      .regex(/^[0-9a-f]{32}$/, 'must be 32 hexadecimal digits')
      .optional(),
    DEMO_WALLET: z.stringbool().default(false),
    /** How the wallet behaves in browsers; `WalletBehaviour` explains each setting. */
    WALLET_AUTO_INIT: z.stringbool().default(true),
    WALLET_AUTO_CONNECT: z.stringbool().default(true),
    WALLET_DISCONNECT_UNKNOWN_CHAIN: z.stringbool().default(true),
    WALLET_RECONNECT_TO_CHAIN: z.stringbool().default(false),
    WALLET_LOG: z.stringbool().default(false),
    MODERATORS: addresses,
    /** Who runs the network's own nodes, which other nodes are compared with. Without them no result is checked. */
    REFERENCE_OPERATORS: addresses,
    /** How many jobs one person may have waiting or running. */
    QUEUE_PER_USER: z.coerce.number().int().min(1).max(1_000_000).default(50),
    /** How many jobs of batches one person may have waiting or running. */
    QUEUE_PER_BATCH: z.coerce.number().int().min(1).max(1_000_000).default(1_000),
    /** Apps that take no new jobs, separated by commas. */
    APPS_OFF: z
      .string()
      .default('')
      .transform((list) =>
        list
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    /** Addresses outside the internet that webhooks, push messages and fetched files may reach. They may use http there. */
    OUTBOUND_ALLOW: ranges,
    /** Whether orders may fetch files from https addresses that users choose. */
    FETCH_INPUTS: z.stringbool().default(false),
    /** The mail server that sends alerts, such as `smtps://user:password@mail.example.org`. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender of mails: `alerts@example.org` or `Infra <alerts@example.org>`. */
    MAIL_FROM: z
      .string()
      .regex(
        /^([^<>\r\n]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be an address, or a name with one',
      )
      .optional(),
    /** Behind a load balancer: how long the API keeps responding, while no longer ready, before it stops listening. */
    DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(0),
    /** How many open connections and event streams one network address may have here; by default a share of the file descriptors. */
    CONNECTIONS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).optional(),
    STREAMS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).optional(),
    /** How many requests of one network address are processed at once; its others wait. */
    REQUESTS_PER_NETWORK: z.coerce.number().int().min(1).max(1_000_000).optional(),
    METRICS_TOKEN: z.string().min(16).optional(),
    /** How many whole months of hourly figures are kept besides the current one; older ones are detached. By default all are kept. */
    FIGURES_KEEP_MONTHS: z.coerce.number().int().min(2).max(1_200).optional(),
    /** Where files are stored, the same for all API processes; with a bucket, only used while they are uploaded. */
    FILES_DIR: z.string().default('.data/files'),
    S3_ENDPOINT: link.optional(),
    S3_BUCKET: z
      .string()
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
      .optional(),
    S3_REGION: z.string().min(1).optional(),
    S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    /** `network`: nodes of reference operators that serve Write phrase Infra's answers. */
    CHAT_ENGINE: z.enum(['network']).optional(),
    /** Any server with OpenAI's API, such as `http://localhost:11434/v1`. */
    CHAT_MODEL_URL: link.optional(),
    CHAT_MODEL_NAME: z.string().min(1).max(100).optional(),
    CHAT_MODEL_KEY: z.string().min(1).optional(),
    /** The limit for a whole answer with its tool calls. */
    CHAT_MODEL_SECONDS: z.coerce.number().positive().max(600).default(60),
    WEIGHTS_CACHE: z.string().min(1).default('.data/weights'),
    WEIGHTS_DIR: z.string().min(1).optional(),
    WEIGHTS_MIRROR: link.optional(),
    X_URL: link.default('https://x.com/'),
    DEX_URL: link.default('https://dexscreener.com/ethereum'),
    TELEGRAM_URL: link.default('https://telegram.org/'),
  })
  .superRefine((settings, context) => {
    if ((settings.CHAT_MODEL_URL === undefined) !== (settings.CHAT_MODEL_NAME === undefined)) {
      const path = [settings.CHAT_MODEL_URL === undefined ? 'CHAT_MODEL_URL' : 'CHAT_MODEL_NAME']
      context.addIssue({ code: 'custom', path, message: 'is needed beside the other chat settings' })
    }
    if (settings.CHAT_ENGINE && settings.CHAT_MODEL_URL) {
      const message = 'cannot be set beside CHAT_MODEL_URL: one of them speaks'
      context.addIssue({ code: 'custom', path: ['CHAT_ENGINE'], message })
    }
    if (settings.CHAT_ENGINE && settings.REFERENCE_OPERATORS.length === 0) {
      const message = 'needs REFERENCE_OPERATORS, whose nodes speak'
      context.addIssue({ code: 'custom', path: ['CHAT_ENGINE'], message })
    }
    if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined)) {
      const path = [settings.SMTP_URL === undefined ? 'SMTP_URL' : 'MAIL_FROM']
      context.addIssue({ code: 'custom', path, message: 'is needed beside the other mail setting' })
    }
    checkStaking(settings, context)
    checkPublic(settings, context)
    const missing = S3_SETTINGS.filter((name) => settings[name] === undefined)
    if (missing.length === S3_SETTINGS.length) return
    for (const name of missing) {
      context.addIssue({ code: 'custom', path: [name], message: 'is needed beside the other S3 settings' })
    }
  })

function checkStaking(
  settings: Partial<Record<(typeof STAKING_SETTINGS)[number], string>> & { STAKING_CHAIN_ID: number },
  context: z.RefinementCtx,
): void {
  const rpc = settings.STAKING_CHAIN_ID === DEVNET_ID ? 'DEVNET_RPC_URL' : 'RPC_URL'
  const needed = ['STAKING_ADDRESS', 'STAKING_TOKEN_ADDRESS', rpc] as const
  if (!settings.STAKING_ADDRESS && !settings.STAKING_TOKEN_ADDRESS) return
  for (const name of needed.filter((one) => settings[one] === undefined)) {
    context.addIssue({ code: 'custom', path: [name], message: 'is needed beside the other staking settings' })
  }
}

/** Anyone can have the demo wallet and the devnet's tokens, so a network that others can reach must have neither. */
function checkPublic(
  settings: { PUBLIC_URL?: string | undefined; DEMO_WALLET: boolean; DEVNET_RPC_URL?: string | undefined },
  context: z.RefinementCtx,
): void {
  if (settings.PUBLIC_URL === undefined || isThisMachine(new URL(settings.PUBLIC_URL))) return
  const refuse = (name: string, message: string) =>
    context.addIssue({
      code: 'custom',
      path: [name],
      message: `${message} Others reach this network at PUBLIC_URL.`,
    })
  if (settings.DEMO_WALLET) refuse('DEMO_WALLET', 'The demo wallet is for one machine; leave this out.')
  if (settings.DEVNET_RPC_URL)
    refuse(
      'DEVNET_RPC_URL',
      'A development chain is for one machine; leave this out, and stake on mainnet or not at all.',
    )
}

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start, naming every bad variable at once. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  // Shells and compose files write "not set" as an empty value.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  const publicUrl = new URL(settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`)
  return {
    host: settings.HOST,
    port: settings.PORT,
    publicUrl,
    databaseUrl: settings.DATABASE_URL,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL ?? settings.DATABASE_URL,
    databaseConnections: divideConnections(settings.DATABASE_CONNECTIONS),
    apiPrefix: settings.API_PREFIX,
    webDir: settings.WEB_DIR,
    logLevel: settings.LOG_LEVEL,
    trustedProxies: settings.TRUST_PROXY,
    rpcUrl: settings.RPC_URL,
    devnetRpcUrl: settings.DEVNET_RPC_URL,
    wallet: walletOf(settings, publicUrl),
    staking: stakingOf(settings),
    moderators: new Set(settings.MODERATORS),
    referenceOperators: new Set(settings.REFERENCE_OPERATORS),
    queuePerUser: settings.QUEUE_PER_USER,
    queuePerBatch: settings.QUEUE_PER_BATCH,
    appsOff: new Set(settings.APPS_OFF),
    outboundAllow: settings.OUTBOUND_ALLOW,
    fetchInputs: settings.FETCH_INPUTS,
    mail: settings.SMTP_URL ? { url: settings.SMTP_URL, from: settings.MAIL_FROM! } : undefined,
    drainSeconds: settings.DRAIN_SECONDS,
    figuresKeepMonths: settings.FIGURES_KEEP_MONTHS,
    connectionsPerNetwork: settings.CONNECTIONS_PER_NETWORK,
    streamsPerNetwork: settings.STREAMS_PER_NETWORK,
    requestsPerNetwork: settings.REQUESTS_PER_NETWORK,
    metricsToken: settings.METRICS_TOKEN,
    filesDir: resolve(settings.FILES_DIR),
    s3: s3Of(settings),
    weights: {
      cache: resolve(settings.WEIGHTS_CACHE),
      folder: settings.WEIGHTS_DIR ? resolve(settings.WEIGHTS_DIR) : undefined,
      mirror: settings.WEIGHTS_MIRROR ? new URL(settings.WEIGHTS_MIRROR) : undefined,
    },
    chatModel: chatModelOf(settings),
    speaksThroughNodes: settings.CHAT_ENGINE === 'network',
    links: { x: settings.X_URL, dex: settings.DEX_URL, telegram: settings.TELEGRAM_URL },
  } as const
}

export interface S3Config {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export interface ChatModelConfig {
  url: string
  name: string
  key: string | undefined
  seconds: number
}

function chatModelOf(settings: z.infer<typeof Environment>): ChatModelConfig | undefined {
  if (settings.CHAT_MODEL_URL === undefined) return undefined
  return {
    url: settings.CHAT_MODEL_URL.replace(/\/+$/, ''),
    name: settings.CHAT_MODEL_NAME!,
    key: settings.CHAT_MODEL_KEY,
    seconds: settings.CHAT_MODEL_SECONDS,
  }
}

/** All of them must be set, or none. */
function s3Of(settings: z.infer<typeof Environment>): S3Config | undefined {
  if (settings.S3_ENDPOINT === undefined) return undefined
  return {
    endpoint: settings.S3_ENDPOINT,
    bucket: settings.S3_BUCKET!,
    region: settings.S3_REGION!,
    accessKeyId: settings.S3_ACCESS_KEY_ID!,
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY!,
  }
}

function walletOf(settings: z.infer<typeof Environment>, publicUrl: URL): WebConfiguration['wallet'] {
  const devnetRpcUrl = new URL(`${settings.API_PREFIX}${askDevnet.path}`, publicUrl).href
  const mainnet = { id: MAINNET_ID, name: 'Ethereum', rpcUrl: settings.PUBLIC_RPC_URL ?? null }
  const devnet = { id: DEVNET_ID, name: 'Infra devnet', rpcUrl: devnetRpcUrl }
  return {
    // Mainnet first: a visitor with a real wallet can sign in to a local stack too.
    chains: settings.DEVNET_RPC_URL ? [mainnet, devnet] : [mainnet],
    projectId: settings.WALLETCONNECT_PROJECT_ID ?? null,
    demo: settings.DEMO_WALLET,
    behaviour: {
      autoInit: settings.WALLET_AUTO_INIT,
      autoConnect: settings.WALLET_AUTO_CONNECT,
      disconnectUnknownChain: settings.WALLET_DISCONNECT_UNKNOWN_CHAIN,
      reconnectToChain: settings.WALLET_RECONNECT_TO_CHAIN,
      logEnabled: settings.WALLET_LOG,
    },
  }
}

export interface StakingConfig {
  place: StakingDeployment
  rpcUrl: string
}

function stakingOf(settings: z.infer<typeof Environment>): StakingConfig | undefined {
  if (settings.STAKING_ADDRESS === undefined) return undefined
  const isDevnet = settings.STAKING_CHAIN_ID === DEVNET_ID
  return {
    place: {
      chainId: settings.STAKING_CHAIN_ID,
      token: settings.STAKING_TOKEN_ADDRESS!,
      contract: settings.STAKING_ADDRESS,
      faucet: isDevnet,
    },
    rpcUrl: isDevnet ? settings.DEVNET_RPC_URL! : settings.RPC_URL!,
  }
}
