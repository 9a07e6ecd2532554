import { join } from 'node:path'
import type { StackConfig } from '../config.ts'
import { linkTokenOfOperator } from './bundled-operator.ts'
import { type RunningProgram, runNode } from './run-program.ts'

/** The only variables of this process's environment that the node gets, because it must not see the keys of the network. */
const PASSED_ON = [
  /^(PATH|HOME|TMPDIR|LANG|LC_\w+|TZ|SYSTEMROOT)$/i,
  // The settings with which it fetches weights.
  /^(https?_proxy|no_proxy|npm_config_.+|NPM_TOKEN|NODE_EXTRA_CA_CERTS|NODE_USE_ENV_PROXY|SSL_CERT_FILE|SSL_CERT_DIR)$/i,
  /^(NODE_ENV|NODE_OPTIONS|NODE_SLOTS|NODE_APPS|WEIGHTS_\w+|IMAGINE_\w+|WRITE_\w+)$/,
]

function environmentOfNode(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const passed = Object.entries(environment).filter(([name]) => PASSED_ON.some((known) => known.test(name)))
  return Object.fromEntries(passed)
}

/** The address at which this machine reaches a program that listens on `host`. A node refuses to connect to the wildcard over http. */
export function originOnThisMachine(host: string, port: number): string {
  const dialled = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? host
  return `http://${dialled}:${port}`
}

/** This machine's own node: linked to the bundled operator's account, its data beside everything else. */
export async function runBundledNode(
  config: Pick<StackConfig, 'dataDir' | 'logLevel' | 'host' | 'port' | 'publicUrl'>,
  say: (sentence: string) => void,
): Promise<RunningProgram> {
  const origin = originOnThisMachine(config.host, config.port)
  return runNode(
    {
      ...environmentOfNode(process.env),
      API_URL: `${origin}/api`,
      NETWORK_URL: config.publicUrl,
      NODE_DATA_DIR: join(config.dataDir, 'node'),
      WEIGHTS_CACHE: process.env.WEIGHTS_CACHE ?? join(config.dataDir, 'weights'),
      LINK_TOKEN: await linkTokenOfOperator(`${origin}/api`, config.dataDir),
      LOG_LEVEL: config.logLevel,
    },
    say,
  )
}
