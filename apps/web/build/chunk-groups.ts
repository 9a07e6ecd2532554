import { join } from 'node:path'
import type { Rolldown } from 'vite'

const REACT = /rolldown[/]runtime|node_modules[/](react|react-dom|scheduler)[/]/

/** What every screen needs. */
const FIRST_PACKAGES = /node_modules[/]lucide[/]|protocol[/]src[/]pages[/]screens[.]ts$/
const FIRST_SOURCES = [
  '(app|main|mount)',
  'account[/](account-context|expected-account|guard|linked-account|wallet-loading)',
  'api[/](light-authorization|reachability|read-raw|tokens-key)',
  'bootstrap[/](bootstrap-data|configuration|server-time)',
  'diagnostics[/](log-error|recent-request-ids)',
  'navigation[/](link|missing-chunk|navigation|screens|use-current-screen|button-link)',
  'overlays[/][a-z-]+',
  'routes[/](root|router)',
  'shell[/](glitch[/])?(?!connected-bar|floating-chat|menu-panel)[a-z-]+',
  'store[/](store|use-store)',
  'ui[/](button|catch-boundary|icon|icon-names|inferno|own-drawings|skeleton|use-is-hydrating)',
]
const FIRST = new RegExp(`${FIRST_PACKAGES.source}|web[/]src[/](${FIRST_SOURCES.join('|')})[.]tsx?$`)

/** What every screen with results needs. */
const RESULTS =
  /src[/](catalogue[/]read-apps|feed[/](create-feed|feeds|read-feed)|navigation[/]person-link|jobs[/](age[/][a-z-]+|author|favorites[/](favorite-button|favorites)|gone-jobs|job-link|job-rules|lists[/]job-card|open-job|read-job)|ui[/]picture)[.]tsx?$/

/** What most people load first, and what these screens load by themselves. A test limits the size of all of it. */
const EARLY_ENTRIES = [
  'routes/home.tsx',
  'routes/feed.tsx',
  'feed/nothing-yet.tsx',
  'jobs/live/keep-live.ts',
  'ui/sound.tsx',
].map((path) => join(import.meta.dirname, '../src', path))

/**
 * Each group becomes one file. Without groups, each set of screens that share something gets a file of its own: a hundred small files, of
 * which one screen loads sixty. A group comes after those that it imports, or files would import each other.
 */
export function chunkGroups() {
  return [
    { name: 'react', test: REACT },
    // One file for what every screen needs: split by who else imports it, it would be two kilobytes heavier.
    { name: 'first', test: FIRST },
    { name: 'results', test: RESULTS },
    // As small files, so that the early screens load nothing that they don't need.
    { debugName: 'early', name: earlyNames(), minShareCount: 2, entriesAware: true },
    { name: 'protocol', test: /packages[/]protocol[/]|node_modules[/]zod[/]/, minShareCount: 2 },
    // For people with a wallet, and for receipts.
    { name: 'ethereum', test: /node_modules[/](viem|ox|@noble|@wagmi|abitype)[/]/, minShareCount: 2 },
    { name: 'query', test: /node_modules[/]@tanstack[/]/ },
    // What only two or three screens share stays in files of its own, or every screen would load it.
    { name: 'common', test: /web[/]src[/]/, minShareCount: 4 },
  ]
}

/** Names the group of what these entries consist of. */
function earlyNames() {
  let early: Set<string> | undefined
  return (id: string, modules: { getModuleInfo: Rolldown.GetModuleInfo }) => {
    early ??= withImports(EARLY_ENTRIES, (one) => modules.getModuleInfo(one))
    return early.has(id) ? 'early' : null
  }
}

function withImports(entries: string[], getModuleInfo: Rolldown.GetModuleInfo): Set<string> {
  const found = new Set(entries)
  // Iterating a set also visits what is added meanwhile.
  for (const one of found) for (const next of getModuleInfo(one)?.importedIds ?? []) found.add(next)
  return found
}
