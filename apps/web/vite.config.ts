import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliBesideAssets } from './build/brotli-beside-assets.ts'
import { criticalAssets } from './build/critical-assets.ts'
import { inlineScript } from './build/inline-script.ts'
import { plainImports } from './build/plain-imports.ts'
import { preloadFonts } from './build/preload-fonts.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'

/** What every screen needs. Each group below becomes one file. */
const REACT = /rolldown[/]runtime|node_modules[/](react|react-dom|scheduler)[/]/
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

const INLINE_LOADER = join(import.meta.dirname, 'src/inline-loader.ts')

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    inlineScript(INLINE_LOADER),
    criticalAssets(),
    plainImports(),
    brotliBesideAssets(),
  ],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    modulePreload: false,
    // The content security policy does not allow fonts or pictures as data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // One file for what every screen needs: split by who else imports it, it would be two kilobytes heavier.
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'first', test: FIRST },
            { name: 'results', test: RESULTS },
          ],
        },
      },
      onLog(level, log, report) {
        // A part of viem that we do not use names a module of Node.js; none of it ends up in the pages.
        if (!log.message.includes('node:worker_threads')) report(level, log)
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api, '/mcp': api, '/v1': api } },
})
