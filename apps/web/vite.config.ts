import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliBesideAssets } from './build/brotli-beside-assets.ts'
import { earlyScript } from './build/early-script.ts'
import { firstParts } from './build/first-parts.ts'
import { plainImports } from './build/plain-imports.ts'
import { preloadFonts } from './build/preload-fonts.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'

/** What every screen needs. */
const REACT = /rolldown[/]runtime|node_modules[/](react|react-dom|scheduler)[/]/
const FIRST_PACKAGES = /node_modules[/]lucide[/]|protocol[/]src[/]screens[.]ts$/
const FIRST_SOURCES = [
  '(app|arrival|configuration|link|log|main|mount|navigation|read-raw|router|screens|server-time|store|use-store)',
  'account[/](account-context|expected-account|guard|light-authorization|linked-account|tokens-key|wallet-loading)',
  'routes[/]root',
  'shell[/](?!connected-bar|floating-chat|menu-panel|use-address-part|when-near)[a-z-]+',
  'ui[/](button|catch-boundary|icon|icon-names|inferno|own-drawings|skeleton|use-is-arriving)',
]
const FIRST = new RegExp(`${FIRST_PACKAGES.source}|web[/]src[/](${FIRST_SOURCES.join('|')})[.]tsx?$`)

/** What every screen with results needs. */
const RESULTS =
  /src[/](catalogue[/]read-apps|feed[/](create-feed|feeds|read-feed)|jobs[/](age|age-words|favorite-button|favorites|gone-jobs|job-card|job-link|job-rules|minute|open-job|read-job)|ui[/]picture)[.]tsx?$/

const EARLY = join(import.meta.dirname, 'src/early.ts')

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    preloadFonts(),
    earlyScript(EARLY),
    firstParts(),
    plainImports(),
    brotliBesideAssets(),
  ],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    sourcemap: false,
    modulePreload: false,
    // A font or picture as a data: address would be outside the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // What every screen needs is one file: cut up by who else uses it, it would be two kilobytes heavier.
        codeSplitting: {
          groups: [
            { name: 'react', test: REACT },
            { name: 'first', test: FIRST },
            { name: 'results', test: RESULTS },
          ],
        },
      },
      onLog(level, log, report) {
        // A part of viem that we do not use names a module of Node.js; nothing of it ends in the pages.
        if (!log.message.includes('node:worker_threads')) report(level, log)
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api } },
})
