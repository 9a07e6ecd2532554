import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{packages,apps,stack,checks}/**/*.test.{ts,tsx}'],
    globalSetup: ['apps/api/src/test/template-database.ts'],
    // Room tests and process tests wait for a real database and real programs on a shared machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
