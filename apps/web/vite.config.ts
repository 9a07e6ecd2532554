import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { brotliBesideAssets } from './build/brotli-beside-assets.ts'
import { chunkGroups } from './build/chunk-groups.ts'
import { criticalAssets } from './build/critical-assets.ts'
import { inlineScript } from './build/inline-script.ts'
import { plainImports } from './build/plain-imports.ts'
import { preloadFonts } from './build/preload-fonts.ts'

const api = process.env.API_ORIGIN ?? 'http://127.0.0.1:3001'

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
        codeSplitting: { groups: chunkGroups() },
        // A name has all entries that share the file, otherwise.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
      onLog(level, log, report) {
        // A part of viem that we do not use names a module of Node.js; none of it ends up in the pages.
        if (!log.message.includes('node:worker_threads')) report(level, log)
      },
    },
  },
  server: { proxy: { '/api': api, '/healthz': api, '/mcp': api, '/v1': api } },
})
