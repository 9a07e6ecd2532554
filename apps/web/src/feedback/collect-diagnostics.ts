import type { Diagnostics } from '@infra/protocol/feedback'
import { VERSION_LABEL } from '@infra/protocol/version'
import { recent } from '../shell/recent.ts'

const CHARACTERS_MAX = 300

/** What helps to find the cause; shown before it is sent. */
export function collectDiagnostics(): Diagnostics {
  return {
    version: VERSION_LABEL,
    page: recent.page.slice(0, CHARACTERS_MAX),
    browser: navigator.userAgent.slice(0, CHARACTERS_MAX),
    requestIds: recent.requestIds,
  }
}
