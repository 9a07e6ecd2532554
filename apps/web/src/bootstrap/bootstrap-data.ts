import type { BOOTSTRAP_BLOCK_ID, BootstrapData } from '@infra/protocol/pages/bootstrap'
import { logError } from '../diagnostics/log-error.ts'
import { noticeServerTime } from './server-time.ts'

const BLOCK_ID: typeof BOOTSTRAP_BLOCK_ID = 'bootstrap'

/** How long the responses can be used after hydration; a screen that is opened later loads its own. */
const USABLE_MS = 5_000

const none: BootstrapData = { at: '', answers: {} }

let data = globalThis.document ? readBootstrapData() : none

/** Unset until the first screen is hydrated: until then it shows these responses, however long its scripts take. */
let hydratedAt: number | undefined

/** A response that the server put into the page, so that the first screen needn't request it; `undefined` if it must. */
export function bootstrapAnswer(path: string): unknown {
  const isUsable = hydratedAt === undefined || performance.now() - hydratedAt < USABLE_MS
  return isUsable ? data.answers[path] : undefined
}

/** Called once React has hydrated what the server rendered. */
export function endHydration(): void {
  hydratedAt = performance.now()
}

/** Whether there's a current response, so that nothing needs to be requested. */
export function hasCurrentAnswer(path: string): boolean {
  return bootstrapAnswer(path) !== undefined && isCurrent()
}

/** When the server wrote the page, by its clock. */
export function bootstrapTime(): number {
  return Date.parse(data.at)
}

/** Whether the page contains data that the server can have rendered from. */
export function hasBootstrapData(): boolean {
  return data !== none
}

/** For the server, which renders one page after the other. */
export function setBootstrapData(given: BootstrapData): void {
  data = given
  hydratedAt = undefined
}

/** After Back or Forward, the browser may show the page as it was an hour ago. */
function isCurrent(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as { type?: string }[]
  return visit?.type !== 'back_forward'
}

function readBootstrapData(): BootstrapData {
  const written = document.getElementById(BLOCK_ID)?.textContent
  if (!written) return none
  try {
    const read: BootstrapData = JSON.parse(written)
    if (isCurrent()) noticeServerTime(read.at)
    return read
  } catch (error) {
    logError('The data that came with the page cannot be read; requesting it.', error)
    return none
  }
}
