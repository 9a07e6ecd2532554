#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { exitCodes } from './agent/stopped.ts'
import { type Config, readConfig } from './config.ts'
import { createLog, type Log } from './log.ts'

const HELP = `infra-node: runs AI jobs of an Infra network on this machine.

  infra-node [start]        run jobs until stopped (Ctrl-C lets those under way finish, p pauses)
  infra-node link           link this machine to your account, and end
  infra-node doctor [--quick]  check this machine: network, weights, a real job of each app, or of one
  infra-node adapters test URL [--kind KIND] [--model NAME] [--key KEY]
                            try a program that paints or writes: what works with it, and the settings to serve it
  infra-node pull [app...]  fetch the weights now, of all apps or of these
  infra-node status         what this node is, and how the network sees it
  infra-node estimate [--json]  what this machine would earn here, what limits it and what to add
  infra-node update [--check]  take the version of the agent that the network serves, or only look
  infra-node rollback       go back to the version before
  infra-node service install|uninstall|status   runs the installed agent in the background

Settings are environment variables, or lines of settings.env in the folder that the agent was installed in:
  API_URL          the network's API            (http://localhost:8080/api)
  NETWORK_URL      its public address           (that of API_URL)
  INFRA_NODE_HOME  where it was installed       (~/.infra-node)
  NODE_DATA_DIR    keys and scratch files       (its folder data)
  NODE_NAME        as people see it             (the machine's name)
  NODE_SLOTS       jobs at once                 (cores - 1, as memory allows)
  NODE_APPS        apps to serve, with commas   (all)
  NODE_CORES       cores for jobs               (all but one)
  NODE_MEMORY_MB   memory for jobs              (three quarters)
  NODE_DISK_MB     disk for weights and files of jobs   (no limit)
  NODE_DOWNLOAD_MBIT, NODE_UPLOAD_MBIT   Mbit per second for weights, files of jobs and updates   (no limit)
  NODE_HOURS       when it takes jobs, as in 22:00-07:00,12:00-13:00   (always)
  NODE_IDLE_MINUTES     only after so many minutes without a key or the mouse, 5 or more
  NODE_MAX_LOAD         not while other programs use more than this, in percent of the machine
  NODE_ON_BATTERY       off: not while it runs on battery   (on)
  NODE_MAX_TEMPERATURE  not while it is warmer than this, in degrees Celsius
  NODE_UPDATES          off: the agent doesn't update itself   (on)
  NODE_VERSION          the version to stay at, as in 1.0.1
  NODE_TRIAL_SECONDS    how long a new version must stay online to count as good   (60)
  NETWORK_SIGNER   the address that signs the network's agents; the install script writes it
  LINK_TOKEN       links a machine without a screen
  WEIGHTS_CACHE    where weights are kept       (NODE_DATA_DIR/weights)
  WEIGHTS_DIR      your own tarballs or packs
  WEIGHTS_MIRROR   where tarballs are fetched from instead of npm's registry
  IMAGINE_URL      a program that paints, for the app "imagine", with
  IMAGINE_KIND     comfyui, automatic1111 or openai
  IMAGINE_MODEL    checkpoint of the built-in ComfyUI workflow, or OpenAI's model
  IMAGINE_WORKFLOW your own ComfyUI workflow, a file in API format
  WRITE_URL        a program that writes, for the app "write", with
  WRITE_KIND       openai or ollama
  WRITE_MODEL      the model it should use
  IMAGINE_KEY, WRITE_KEY   what these programs want as a bearer token, or user:password
  LOG_LEVEL        debug, info, warn, error, silent  (info)
  NODE_SEND_LOG    on: you can read the log on the node's page, and nobody else  (off)
`

type Command = (config: Config, log: Log, args: string[]) => Promise<number>

/** Loaded when needed: the doctor imports much that help does not need. */
const commands: Record<string, () => Promise<Command>> = {
  start: async () => (await import('./commands/start.ts')).start,
  link: async () => (await import('./commands/link.ts')).link,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  adapters: async () => (await import('./commands/adapters.ts')).adapters,
  pull: async () => (await import('./commands/pull.ts')).pull,
  estimate: async () => (await import('./commands/estimate.ts')).estimate,
  service: async () => (await import('./commands/service.ts')).service,
  status: async () => (await import('./commands/status.ts')).status,
  update: async () => (await import('./commands/update.ts')).update,
  // If it's installed, the launcher does this, because it works even if the agent doesn't start.
  rollback: async () => async () => {
    throw new Error('Only an installed agent keeps the version before.')
  },
}

/** The flags of each command. */
const flags: Record<string, readonly string[]> = {
  doctor: ['quick'],
  estimate: ['json'],
  update: ['check'],
  adapters: ['kind', 'model', 'key'],
}

process.exit(await main())

async function main(): Promise<number> {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        quick: { type: 'boolean' },
        check: { type: 'boolean' },
        json: { type: 'boolean' },
        kind: { type: 'string' },
        model: { type: 'string' },
        key: { type: 'string' },
      },
    })
    const [name = 'start', ...args] = positionals
    const { help, ...given } = values
    for (const [flag, value] of Object.entries(given)) {
      if (!flags[name]?.includes(flag)) throw new Error(`infra-node ${name} has no --${flag}.`)
      args.push(value === true ? `--${flag}` : `--${flag}=${value}`)
    }
    const command = commands[name]
    if (help || !command) {
      console.log(help ? HELP : `There is no command "${name}".\n\n${HELP}`)
      return help ? 0 : exitCodes.misused
    }
    const config = readConfig(process.env)
    const run = await command()
    return await run(config, createLog(config.logLevel), args)
  } catch (error) {
    // Wrong arguments and bad settings are reported to the person at the terminal.
    console.error((error as Error).message)
    return exitCodes.misused
  }
}
