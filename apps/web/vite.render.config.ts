import { defineConfig } from 'vite'
import { firstScreenOnly } from './build/server-rendered-only.ts'

/** What draws the first screen on the server: one file that needs nothing beside it. */
export default defineConfig({
  plugins: [firstScreenOnly()],
  // Whatever the API is started with: React's development build is slower, and complains.
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/render.tsx',
    target: 'node26',
    copyPublicDir: false,
    rolldownOptions: {
      output: { codeSplitting: false },
      // Packages mark what is for browsers; to us it makes no difference.
      checks: { moduleLevelDirective: false },
    },
  },
})
