import type { CONFIGURATION_BLOCK_ID, WebConfiguration } from '@infra/protocol/pages/configuration'
import { logError } from '../diagnostics/log-error.ts'

/** As the protocol has it, save that a page which no API served (the dev server's) knows only where the API is. */
export type Configuration = Pick<WebConfiguration, 'apiPrefix'> & Partial<WebConfiguration>

const BLOCK_ID: typeof CONFIGURATION_BLOCK_ID = 'configuration'

const defaults: Configuration = { apiPrefix: '/api' }

/**
 * Reads the block that the API put into the page. Checked by hand where everything else is checked by the
 * protocol's schema: zod is 24 kB, and the first paint would wait for it. A test holds the two together.
 */
export function readConfiguration(page: Document): Configuration {
  const written = page.getElementById(BLOCK_ID)?.textContent || '{}'
  try {
    if (written === '{}') return defaults
    const given: unknown = JSON.parse(written)
    if (isConfiguration(given)) return given
    throw new Error('It lacks something, or a link is not an address.')
  } catch (error) {
    // A page with a wrong block still has screens to show; the prefix is nearly always the default one.
    logError('The configuration in this page is not valid; going on with the defaults.', error)
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
    // In full only by the staking screen, which has the schema.
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
    typeof given.demo === 'boolean'
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

/** There once the page is; on the server there is none, and it is told. */
export let configuration = globalThis.document ? readConfiguration(document) : defaults

export function configure(given: Configuration): void {
  configuration = given
}
