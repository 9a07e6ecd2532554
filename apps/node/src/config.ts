import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { AppId } from '@infra/protocol/app'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { z } from 'zod'
import { logLevels } from './log.ts'

const address = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

const Environment = z.object({
  API_URL: address.default(new URL('http://localhost:8080/api')),
  NODE_DATA_DIR: z.string().min(1).default('.data/node'),
  WEIGHTS_CACHE: z.string().min(1).optional(),
  WEIGHTS_DIR: z.string().min(1).optional(),
  WEIGHTS_MIRROR: address.optional(),
  NODE_NAME: z.string().trim().min(1).max(40).optional(),
  NODE_SLOTS: z.coerce.number().int().min(1).max(SLOTS_MAX).optional(),
  /** Separated by commas; all that there are runners for where not given. */
  NODE_APPS: z
    .string()
    .transform((list) => list.split(',').map((id) => id.trim()))
    .pipe(z.array(AppId))
    .optional(),
  LINK_TOKEN: z.string().min(1).max(100).optional(),
  LOG_LEVEL: z.enum(logLevels).default('info'),
})

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start, naming every bad variable at once. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  // Shells and compose files say "not set" with an empty value.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  const dataDir = resolve(settings.NODE_DATA_DIR)
  return {
    apiPrefix: prefixOf(settings.API_URL),
    dataDir,
    weights: {
      cache: settings.WEIGHTS_CACHE ? resolve(settings.WEIGHTS_CACHE) : join(dataDir, 'weights'),
      folder: settings.WEIGHTS_DIR ? resolve(settings.WEIGHTS_DIR) : undefined,
      mirror: settings.WEIGHTS_MIRROR,
    },
    name: settings.NODE_NAME ?? ([...hostname()].slice(0, 40).join('') || 'node'),
    slots: settings.NODE_SLOTS,
    apps: settings.NODE_APPS,
    linkToken: settings.LINK_TOKEN,
    logLevel: settings.LOG_LEVEL,
  } as const
}

/** People copy the address of the site; its API is at `/api` unless they say otherwise. */
function prefixOf(url: URL): string {
  return url.pathname === '/' ? `${url.origin}/api` : url.href.replace(/\/+$/, '')
}
