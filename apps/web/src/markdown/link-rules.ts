import { screenAt } from '../navigation/screens.ts'
import { cleanText } from './clean-text.ts'

export type Target =
  | { kind: 'inside'; href: string }
  /** `disguised`: its text names another destination than its address. */
  | { kind: 'outside'; href: string; host: string; disguised: boolean }

const INSIDE = 'https://inside.invalid'

/** Where a link may lead: to one of our screens or to the web, and nowhere else. */
export function targetOf(written: string, shown: string): Target | undefined {
  const href = cleanText(written).trim()
  const url = parse(href)
  if (!url) return undefined
  if (url.origin === INSIDE) {
    const isScreen = href.startsWith('/') && screenAt(url.pathname) !== undefined
    return isScreen ? { kind: 'inside', href: url.pathname + url.search + url.hash } : undefined
  }
  if (!/^https?:/i.test(href)) return undefined
  return { kind: 'outside', href: url.href, host: url.host, disguised: isDisguised(url, shown) }
}

/** Whether the text of a link is its own address. */
export function showsHost(shown: string, { href, host }: { href: string; host: string }): boolean {
  const plain = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '')
  return [plain(href), host].includes(plain(shown.trim()))
}

function isDisguised(url: URL, shown: string): boolean {
  if (url.username || url.password) return true
  // Letters of other scripts can look like Latin ones; the punycode form of such a host reveals them.
  if (url.hostname.split('.').some((label) => label.startsWith('xn--'))) return true
  const named = /^\s*(?:https?:\/\/)?([^\s/?#]+\.[^\s/?#]+)/i.exec(shown)?.[1]
  return named !== undefined && !/\s/.test(shown.trim()) && bare(named) !== bare(url.host)
}

function bare(host: string): string {
  return host.toLowerCase().replace(/^www\./, '')
}

function parse(href: string): URL | undefined {
  return URL.canParse(href, INSIDE) ? new URL(href, INSIDE) : undefined
}
