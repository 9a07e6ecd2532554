import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { AppId } from '@infra/protocol/apps/app'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { NodeName, reservedWords, wordsOfName } from '@infra/protocol/values/name-rules'
import { z } from 'zod'
import { logLevels } from './log.ts'

const address = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

/** `::1` stands in brackets in an address. */
const THIS_MACHINE = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

const apiAddress = address.refine(
  ({ protocol, hostname: host }) => protocol === 'https:' || THIS_MACHINE.test(host),
  'must begin with https:// unless the network is on this machine: over http anyone on the way could take the jobs and earnings of this node',
)

/** In the folder of the packed agent. */
export const SETTINGS_FILE = 'settings.env'

const words = z.string().trim().min(1).optional()

const Environment = z
  .object({
    API_URL: apiAddress.default(new URL('http://localhost:8080/api')),
    /** The network's public address, where API_URL is another way to it. */
    NETWORK_URL: address.optional(),
    /** Where the packed agent keeps all that is its own. */
    INFRA_NODE_HOME: z.string().min(1).optional(),
    NODE_DATA_DIR: z.string().min(1).optional(),
    WEIGHTS_CACHE: z.string().min(1).optional(),
    WEIGHTS_DIR: z.string().min(1).optional(),
    WEIGHTS_MIRROR: address.optional(),
    NODE_NAME: NodeName.optional(),
    NODE_SLOTS: z.coerce.number().int().min(1).max(SLOTS_MAX).optional(),
    /** Separated by commas; all that there are runners for where not given. */
    NODE_APPS: z
      .string()
      .transform((list) => list.split(',').map((id) => id.trim()))
      .pipe(z.array(AppId))
      .optional(),
    LINK_TOKEN: z.string().min(1).max(100).optional(),
    LOG_LEVEL: z.enum(logLevels).default('info'),
    IMAGINE_URL: address.optional(),
    IMAGINE_KIND: z.enum(['comfyui', 'automatic1111', 'openai']).optional(),
    IMAGINE_MODEL: words,
    IMAGINE_WORKFLOW: words,
    IMAGINE_KEY: words,
    WRITE_URL: address.optional(),
    WRITE_KIND: z.enum(['openai', 'ollama']).optional(),
    WRITE_MODEL: words,
    WRITE_KEY: words,
  })
  .superRefine((settings, context) => {
    const need = (name: keyof typeof settings, because: string) => {
      if (settings[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: `is needed ${because}` })
    }
    if (settings.IMAGINE_URL) need('IMAGINE_KIND', 'with IMAGINE_URL')
    if (settings.IMAGINE_KIND) need('IMAGINE_URL', 'with IMAGINE_KIND')
    if (settings.IMAGINE_KIND === 'comfyui' && !settings.IMAGINE_WORKFLOW)
      need('IMAGINE_MODEL', 'as the checkpoint, unless IMAGINE_WORKFLOW is given')
    if (settings.WRITE_URL) need('WRITE_KIND', 'with WRITE_URL')
    if (settings.WRITE_KIND) need('WRITE_URL', 'with WRITE_KIND')
    if (settings.WRITE_URL) need('WRITE_MODEL', 'with WRITE_URL')
  })

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start, naming every bad variable at once. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  // Shells and compose files say "not set" with an empty value.
  const given = Object.fromEntries(
    Object.entries({ ...readSettings(environment.INFRA_NODE_HOME), ...environment }).filter(
      ([, value]) => value !== '',
    ),
  )
  const parsed = Environment.safeParse(given)
  if (!parsed.success) throw new Error(`Bad environment:\n${z.prettifyError(parsed.error)}`)
  const settings = parsed.data
  const home = settings.INFRA_NODE_HOME && resolve(settings.INFRA_NODE_HOME)
  const dataDir = resolve(settings.NODE_DATA_DIR ?? (home ? join(home, 'data') : '.data/node'))
  return {
    apiPrefix: prefixOf(settings.API_URL),
    /** The only one that the node signs in to. */
    network: new URL((settings.NETWORK_URL ?? settings.API_URL).origin),
    home,
    dataDir,
    weights: {
      cache: settings.WEIGHTS_CACHE ? resolve(settings.WEIGHTS_CACHE) : join(dataDir, 'weights'),
      folder: settings.WEIGHTS_DIR ? resolve(settings.WEIGHTS_DIR) : undefined,
      mirror: settings.WEIGHTS_MIRROR,
    },
    name: settings.NODE_NAME ?? nameOfMachine(hostname()),
    slots: settings.NODE_SLOTS,
    apps: settings.NODE_APPS,
    linkToken: settings.LINK_TOKEN,
    logLevel: settings.LOG_LEVEL,
    imagine: settings.IMAGINE_URL && {
      url: withoutVersion(settings.IMAGINE_URL),
      kind: settings.IMAGINE_KIND!,
      model: settings.IMAGINE_MODEL,
      workflow: settings.IMAGINE_WORKFLOW && resolve(settings.IMAGINE_WORKFLOW),
      key: settings.IMAGINE_KEY,
    },
    write: settings.WRITE_URL && {
      url: withoutVersion(settings.WRITE_URL),
      kind: settings.WRITE_KIND!,
      model: settings.WRITE_MODEL!,
      key: settings.WRITE_KEY,
    },
  } as const
}

/** Of the packed agent: the environment wins over the file. */
function readSettings(home: string | undefined): NodeJS.Dict<string> {
  const file = home && join(home, SETTINGS_FILE)
  return file && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Programs print their address with `/v1` at the end as often as without. */
function withoutVersion(url: URL): URL {
  return new URL(url.href.replace(/\/v1\/*$/, ''))
}

/** People copy the address of the site; its API is at `/api` unless they say otherwise. */
function prefixOf(url: URL): string {
  return url.pathname === '/' ? `${url.origin}/api` : url.href.replace(/\/+$/, '')
}

/** A host name that the network would refuse is not sent: its operator did not choose it to be shown. */
export function nameOfMachine(host: string): string {
  const short = [...host].slice(0, 40).join('')
  const isReserved = wordsOfName(short.toLowerCase().replaceAll(/\d+/g, ' ')).some((word) =>
    (reservedWords as readonly string[]).includes(word),
  )
  return NodeName.safeParse(short).success && !isReserved ? short : 'node'
}
