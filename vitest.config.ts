import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Room tests and process tests wait for a real database and real programs on a shared machine.
// What needed its second try is told at the end.
const patience = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  retry: 1,
  expect: { poll: { timeout: 20_000 } },
}

// Killed, Vitest would leave its processes to their tests, for as long as those take. The channel tells them that it is gone.
const execArgv = ["--import=data:text/javascript,process.once('disconnect',()=>process.exit(1))"]

/** Whole stacks take longest: begun last, they would leave the other workers idle. */
class WholeStacksFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isWhole = ({ moduleId }: TestSpecification) => Number(moduleId.includes('/stack/'))
    return (await super.sort(files)).toSorted((one, other) => isWhole(other) - isWhole(one))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: WholeStacksFirst },
    // On two cores there would be one, and half of the tests wait for other programs: two leave a fifth of the cores idle.
    maxWorkers: 3,
    execArgv,
    projects: [
      {
        test: {
          name: 'api',
          include: ['apps/api/**/*.test.ts'],
          exclude: [
            ...configDefaults.exclude,
            // Of clients and a suite that `npm run clients` installs.
            ...(process.env.PROOF_MCP_CLIENTS
              ? []
              : ['apps/api/src/mcp/{other-clients,conformance-suite}.test.ts']),
          ],
          globalSetup: ['apps/api/src/test/run/template-database.ts'],
          setupFiles: ['apps/api/src/test/run/report-warnings.ts'],
          // Each file has a database of its own; the programs they load hold no state worth loading again.
          isolate: false,
          // As the API itself begins.
          execArgv: [...execArgv, `--import=${new URL('apps/api/src/load-quickly.ts', import.meta.url)}`],
          ...patience,
        },
      },
      {
        test: {
          name: 'web',
          include: ['apps/web/src/**/*.test.{ts,tsx}'],
          // Each file has globals and modules of its own, as in a new process, but those that it shares with others are compiled once.
          pool: 'vmForks',
          ...patience,
        },
      },
      {
        test: {
          name: 'packages',
          include: ['packages/**/*.test.{ts,tsx}'],
          // They hold no state, and none replaces a global.
          isolate: false,
          ...patience,
        },
      },
      {
        test: {
          name: 'rest',
          include: ['{contracts,apps/node,apps/web/build,stack,checks}/**/*.test.{ts,tsx}'],
          // It fetches 200 MB: `npm run fresh-operator` alone runs it. What is skipped counts as failed.
          exclude: [
            ...configDefaults.exclude,
            ...(process.env.FRESH_OPERATOR ? [] : ['stack/src/proofs/fresh-operator.test.ts']),
            // A killed agent has to be silent for three minutes.
            ...(process.env.PROOF_KILLED_AGENTS ? [] : ['stack/src/proofs/node-alerts.test.ts']),
          ],
          ...patience,
          // Whole stacks are started here.
          testTimeout: 120_000,
        },
      },
    ],
  },
})
