import type { Diagnostics } from '@infra/protocol/feedback'
import { VERSION_LABEL } from '@infra/protocol/values/version'
import { recentRequestIds } from '../diagnostics/recent-request-ids.ts'

const CHARACTERS_MAX = 300

/** Diagnostics that help to find the cause. The user sees them before they are sent. */
export function collectDiagnostics(): Diagnostics {
  return {
    version: VERSION_LABEL,
    page: pageBefore().slice(0, CHARACTERS_MAX),
    browser: navigator.userAgent.slice(0, CHARACTERS_MAX),
    requestIds: [...recentRequestIds],
  }
}

/** The Navigation API, if the browser has it. */
interface History {
  entries: () => { url: string | null }[]
  currentEntry: { index: number } | null
}

/** The previous page of ours, which the report is probably about. */
function pageBefore(): string {
  const { navigation } = globalThis as { navigation?: History }
  const url = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  if (!url) return ''
  const { pathname, search } = new URL(url)
  return pathname + search
}
