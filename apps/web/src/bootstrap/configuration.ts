import type {
  CONFIGURATION_BLOCK_ID,
  WalletBehaviour,
  WebConfiguration,
} from '@infra/protocol/pages/configuration'
import { logError } from '../diagnostics/log-error.ts'

/** As in the protocol, but a page of the dev server, which no API served, only knows the prefix. */
export type Configuration = Pick<WebConfiguration, 'apiPrefix'> & Partial<WebConfiguration>

const BLOCK_ID: typeof CONFIGURATION_BLOCK_ID = 'configuration'

const defaults: Configuration = { apiPrefix: '/api' }

/**
 * Reads the block that the API put into the page. Validated by hand, unlike everything else, which the protocol's schema validates: zod is
 * 24 kB, and the first paint would wait for it. A test compares the two.
 */
export function readConfiguration(page: Document): Configuration {
  const written = page.getElementById(BLOCK_ID)?.textContent || '{}'
  try {
    if (written === '{}') return defaults
    const given: unknown = JSON.parse(written)
    if (isConfiguration(given)) return given
    throw new Error('It lacks something, or a link is not an address.')
  } catch (error) {
    // With an invalid block, the screens still work if the prefix is the default, as it nearly always is.
    logError('The configuration in this page is not valid; using the defaults.', error)
    return defaults
  }
}

function isConfiguration(given: unknown): given is WebConfiguration {
  return (
    isRecord(given) &&
    typeof given.apiPrefix === 'string' &&
    isRecord(given.links) &&
    [given.links.x, given.links.dex, given.links.telegram].every(isAddress) &&
    isWallet(given.wallet) &&
    // The staking screen validates it in full with the schema.
    typeof given.staking === 'object'
  )
}

function isWallet(given: unknown): given is WebConfiguration['wallet'] {
  return (
    isRecord(given) &&
    Array.isArray(given.chains) &&
    given.chains.length > 0 &&
    given.chains.every(isChain) &&
    (given.projectId === null || typeof given.projectId === 'string') &&
    typeof given.demo === 'boolean' &&
    (given.behaviour === undefined || isBehaviour(given.behaviour))
  )
}

function isBehaviour(given: unknown): given is WalletBehaviour {
  if (!isRecord(given)) return false
  const { autoInit, autoConnect, disconnectUnknownChain, reconnectToChain, logEnabled } = given
  return [autoInit, autoConnect, disconnectUnknownChain, reconnectToChain, logEnabled].every(
    (value) => typeof value === 'boolean',
  )
}

function isChain(given: unknown): boolean {
  return (
    isRecord(given) &&
    Number.isSafeInteger(given.id) &&
    typeof given.name === 'string' &&
    (given.rpcUrl === null || isAddress(given.rpcUrl))
  )
}

function isAddress(given: unknown): boolean {
  return typeof given === 'string' && URL.canParse(given)
}

function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === 'object' && given !== null
}

/** Read from the page; the server sets it with `configure`. */
export let configuration = globalThis.document ? readConfiguration(document) : defaults

export function configure(given: Configuration): void {
  configuration = given
}
