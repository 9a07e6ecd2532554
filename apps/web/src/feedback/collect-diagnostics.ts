import type { Diagnostics } from '@infra/protocol/feedback'
import { VERSION_LABEL } from '@infra/protocol/values/version'
import { recentRequestIds } from '../diagnostics/recent-request-ids.ts'

const CHARACTERS_MAX = 300

/** What helps to find the cause; shown before it is sent. */
export function collectDiagnostics(): Diagnostics {
  return {
    version: VERSION_LABEL,
    page: pageBefore().slice(0, CHARACTERS_MAX),
    browser: navigator.userAgent.slice(0, CHARACTERS_MAX),
    requestIds: [...recentRequestIds],
  }
}

/** As much of the browser's history as is asked: not every browser tells of it, and then nothing is said. */
interface History {
  entries: () => { url: string | null }[]
  currentEntry: { index: number } | null
}

/** What a report is about is the page of ours that its writer came from. */
function pageBefore(): string {
  const { navigation } = globalThis as { navigation?: History }
  const url = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - 1]?.url
  if (!url) return ''
  const { pathname, search } = new URL(url)
  return pathname + search
}
