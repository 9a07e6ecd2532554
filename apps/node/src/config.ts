import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { AppId } from '@infra/protocol/apps/app'
import { SLOTS_MAX } from '@infra/protocol/nodes'
import { Address } from '@infra/protocol/values/address'
import { NodeName, reservedWords, wordsOfName } from '@infra/protocol/values/name-rules'
import { isThisMachine } from '@infra/protocol/values/this-machine'
import { z } from 'zod'
import { parseHours } from './availability/hours.ts'
import { logLevels } from './log.ts'

const address = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text))

/** `::1` is written in brackets in an address. */
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
    /** The network's public address, if API_URL is another route to it. */
    NETWORK_URL: address.optional(),
    /** Where the packed agent stores everything of its own. */
    INFRA_NODE_HOME: z.string().min(1).optional(),
    NODE_DATA_DIR: z.string().min(1).optional(),
    WEIGHTS_CACHE: z.string().min(1).optional(),
    WEIGHTS_DIR: z.string().min(1).optional(),
    WEIGHTS_MIRROR: address.optional(),
    NODE_NAME: NodeName.optional(),
    NODE_SLOTS: z.coerce.number().int().min(1).max(SLOTS_MAX).optional(),
    /** Separated by commas; by default, all that have runners. */
    NODE_APPS: z
      .string()
      .transform((list) => list.split(',').map((id) => id.trim()))
      .pipe(z.array(AppId))
      .optional(),
    /** Spans of the day, by the clock of the machine. */
    NODE_HOURS: z
      .string()
      .transform(parseHours)
      .refine(
        (hours) => hours !== undefined,
        'must be spans of the day, as in 22:00-07:00 or 12:00-13:30,18:00-24:00',
      )
      .optional(),
    /** Not lower, because the network would think that a node which comes and goes more often picks its jobs. */
    NODE_IDLE_MINUTES: z.coerce.number().int().min(5).max(1440).optional(),
    NODE_MAX_LOAD: z.coerce.number().int().min(1).max(100).optional(),
    NODE_ON_BATTERY: z.enum(['on', 'off']).default('on'),
    NODE_MAX_TEMPERATURE: z.coerce.number().min(30).max(120).optional(),
    NODE_CORES: z.coerce.number().int().min(1).max(4096).optional(),
    NODE_MEMORY_MB: z.coerce.number().int().min(256).max(100_000_000).optional(),
    /** For weights and job files. Less has no room for one job and the smallest weights. */
    NODE_DISK_MB: z.coerce.number().int().min(200).max(1_000_000_000).optional(),
    /** Not lower, because a job's files must arrive before the network gives it to another node. */
    NODE_DOWNLOAD_MBIT: z.coerce.number().min(2).max(1_000_000).optional(),
    NODE_UPLOAD_MBIT: z.coerce.number().min(2).max(1_000_000).optional(),
    NODE_UPDATES: z.enum(['on', 'off']).default('on'),
    /** The version to stay on, or its beginning. */
    NODE_VERSION: z
      .string()
      .regex(/^\d+\.\d+\.\d+(-b[0-9a-f]{12})?$/, 'must be a version, as in 1.0.1')
      .optional(),
    /** How long a new version must stay online until it counts as good. */
    NODE_TRIAL_SECONDS: z.coerce.number().int().min(1).max(3600).default(60),
    /** Written by the script that installs the agent; others' releases are refused. */
    NETWORK_SIGNER: Address.optional(),
    /** Set by the launcher, which can start another version after this one. */
    INFRA_NODE_LAUNCHED: z.literal('1').optional(),
    INFRA_NODE_TRIAL: z.literal('1').optional(),
    LINK_TOKEN: z.string().min(1).max(100).optional(),
    LOG_LEVEL: z.enum(logLevels).default('info'),
    /** Sent to the network, only for the operator. */
    NODE_SEND_LOG: z.enum(['on', 'off']).default('off'),
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
    const isHere = (url: URL | undefined) => url !== undefined && isThisMachine(url)
    if (settings.NODE_MAX_LOAD && (isHere(settings.IMAGINE_URL) || isHere(settings.WRITE_URL)))
      context.addIssue({
        code: 'custom',
        path: ['NODE_MAX_LOAD'],
        message:
          'cannot be used with IMAGINE_URL or WRITE_URL on this machine: what their program does for jobs would count as yours',
      })
  })

export type Config = ReturnType<typeof readConfig>

/** The only reader of the environment. Fails at start and names every invalid variable at once. */
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
    /** The only network that the node signs in to. */
    network: new URL((settings.NETWORK_URL ?? settings.API_URL).origin),
    home,
    dataDir,
    weights: {
      cache: settings.WEIGHTS_CACHE ? resolve(settings.WEIGHTS_CACHE) : join(dataDir, 'weights'),
      /** Others may use a folder that the operator named. The one in the data folder belongs to this node alone. */
      isShared: settings.WEIGHTS_CACHE !== undefined,
      folder: settings.WEIGHTS_DIR ? resolve(settings.WEIGHTS_DIR) : undefined,
      mirror: settings.WEIGHTS_MIRROR,
    },
    name: settings.NODE_NAME ?? nameOfMachine(hostname()),
    slots: settings.NODE_SLOTS,
    apps: settings.NODE_APPS,
    hardware: { cores: settings.NODE_CORES, memoryMb: settings.NODE_MEMORY_MB },
    diskMb: settings.NODE_DISK_MB,
    bandwidth: { downMbit: settings.NODE_DOWNLOAD_MBIT, upMbit: settings.NODE_UPLOAD_MBIT },
    availability: {
      hours: settings.NODE_HOURS,
      idleMinutes: settings.NODE_IDLE_MINUTES,
      loadMax: settings.NODE_MAX_LOAD,
      onBattery: settings.NODE_ON_BATTERY === 'on',
      temperatureMax: settings.NODE_MAX_TEMPERATURE,
    },
    updates: updatesOf(settings),
    linkToken: settings.LINK_TOKEN,
    logLevel: settings.LOG_LEVEL,
    sendsLog: settings.NODE_SEND_LOG === 'on',
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

/** Whether the agent may update itself. */
function updatesOf(settings: z.infer<typeof Environment>) {
  const offBecause = whyNoUpdates(settings)
  return {
    isOn: offBecause === undefined,
    isOff: settings.NODE_UPDATES === 'off',
    offBecause,
    pin: settings.NODE_VERSION,
    signer: settings.NETWORK_SIGNER,
    trialSeconds: settings.NODE_TRIAL_SECONDS,
    isTrial: settings.INFRA_NODE_TRIAL !== undefined,
  }
}

function whyNoUpdates(settings: z.infer<typeof Environment>): string | undefined {
  if (settings.NODE_UPDATES === 'off') return 'NODE_UPDATES is off. To update: infra-node update.'
  if (!settings.NETWORK_SIGNER) return 'To update, run the line from the Nodes page again.'
  if (!settings.INFRA_NODE_LAUNCHED)
    return 'This service was written by an older version. For updates, run: infra-node service install.'
  return undefined
}

/** For the packed agent: the environment takes precedence over the file. */
function readSettings(home: string | undefined): NodeJS.Dict<string> {
  const file = home && join(home, SETTINGS_FILE)
  return file && existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}

/** Programs print their address with `/v1` at the end as often as without. */
export function withoutVersion(url: URL): URL {
  return new URL(url.href.replace(/\/v1\/*$/, ''))
}

/** People copy the address of the site; its API is at `/api` unless they say otherwise. */
function prefixOf(url: URL): string {
  return url.pathname === '/' ? `${url.origin}/api` : url.href.replace(/\/+$/, '')
}

/** A host name that the network would refuse isn't sent, because its operator didn't choose to show it. */
export function nameOfMachine(host: string): string {
  const short = [...host].slice(0, 40).join('')
  const isReserved = wordsOfName(short.toLowerCase().replaceAll(/\d+/g, ' ')).some((word) =>
    (reservedWords as readonly string[]).includes(word),
  )
  return NodeName.safeParse(short).success && !isReserved ? short : 'node'
}
