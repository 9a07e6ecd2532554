import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDevnetKeys } from '@infra/contracts/devnet/devnet-keys'
import { freePort } from '@infra/postgres/free-port'
import { startTemporaryPostgres } from '@infra/postgres/start-temporary-postgres'
import pg from 'pg'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { buildWeb } from '../build-web.ts'
import { runApi } from '../processes/run-program.ts'
import { devnetSettings, startDevnet } from '../processes/start-devnet.ts'
import { ROOT } from '../root.ts'
import { run } from '../run.ts'
import { keepMails } from './keep-mails.ts'

/**
 * Runs the browser tests on the real stack: an API with the product's pages, one with the harness's, and one whose chain the tests start,
 * kill and pause themselves.
 */
export async function browserTests(options: {
  chromium: string
  report: string
  say: (sentence: string) => void
  /** Paths of browser tests; without them, all. At one size only, since these are for a quick look. */
  only?: string[] | undefined
  /** A pattern: only tests whose title has it, each tried once. */
  title?: string
}): Promise<boolean> {
  const { chromium, report, say, only, title } = options
  const product = await buildWeb('apps/web', { demo: true, say })
  const harness = await buildWeb('e2e/harness', { demo: true, say })
  const postgres = await startTemporaryPostgres()
  const moderatorKey = generatePrivateKey()
  const filesDir = await mkdtemp(join(tmpdir(), 'infra-files-'))
  const chainDir = await mkdtemp(join(tmpdir(), 'infra-chain-'))
  const mailDir = await mkdtemp(join(tmpdir(), 'infra-mails-'))
  const stops: (() => Promise<void>)[] = []
  try {
    const serve = async (webDir: string, extra: NodeJS.ProcessEnv = {}) => {
      const port = await freePort()
      const env = {
        WEIGHTS_CACHE: join(ROOT, 'node_modules/.cache/infra-weights'),
        ...process.env,
        PORT: String(port),
        DATABASE_URL: postgres.url,
        FILES_DIR: filesDir,
        DEMO_WALLET: 'true',
        TRUST_PROXY: '127.0.0.1',
        OUTBOUND_ALLOW: '127.0.0.0/8',
        MODERATORS: privateKeyToAddress(moderatorKey),
        WEB_DIR: webDir,
        LOG_LEVEL: 'warn',
        ...extra,
      }
      const api = await runApi(env, say)
      stops.push(api.stop)
      return `http://localhost:${port}`
    }
    const mails = await keepMails(mailDir)
    stops.push(mails.stop)
    const devnet = await startDevnet({ runsDevnet: true, dataDir: chainDir }, say)
    stops.push(devnet.stop)
    const chainPort = await freePort()
    const troubledDir = join(chainDir, 'troubled')
    const env = {
      BASE_URL: await serve(product, {
        ...devnet.settings,
        SMTP_URL: mails.url,
        MAIL_FROM: 'Infra <infra@example.org>',
      }),
      MAIL_DIR: mailDir,
      // A second chain, so that a wallet can switch between two known ones. It gets no requests.
      HARNESS_URL: await serve(harness, { DEVNET_RPC_URL: 'http://127.0.0.1:9' }),
      // Stakes belong to one chain, so another chain needs another database. Here it's expected to be unavailable.
      TROUBLED_URL: await serve(product, {
        ...devnetSettings(chainPort, await openDevnetKeys(troubledDir)),
        DATABASE_URL: await createDatabase(postgres.url),
        LOG_LEVEL: 'error',
      }),
      TROUBLED_CHAIN_PORT: String(chainPort),
      TROUBLED_CHAIN_DIR: troubledDir,
      CHROMIUM_PATH: chromium,
      MODERATOR_KEY: moderatorKey,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
    }
    await devnet.ready
    say('Opening the browser.')
    const selection = only ? ['--project=desktop', ...only.map((file) => join(ROOT, file))] : []
    const titled = title ? ['--grep', title, '--retries=0'] : []
    return await run('playwright', ['test', ...selection, ...titled], { cwd: join(ROOT, 'e2e'), env })
  } finally {
    for (const stop of stops) await stop()
    await postgres.stop()
    await rm(filesDir, { recursive: true })
    await rm(chainDir, { recursive: true })
    await rm(mailDir, { recursive: true })
  }
}

/** A second one beside that of `url`. */
async function createDatabase(url: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('create database troubled')
  await client.end()
  const created = new URL(url)
  created.pathname = '/troubled'
  return created.href
}
