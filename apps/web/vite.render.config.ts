import { defineConfig } from 'vite'
import { serverRenderedOnly } from './build/server-rendered-only.ts'

/** Builds the server's renderer of first screens: one file without imports. */
export default defineConfig({
  plugins: [serverRenderedOnly()],
  // Whatever NODE_ENV the API is started with: React's development build is slower, and logs warnings.
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
