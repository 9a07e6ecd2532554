import { spawn } from 'node:child_process'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { readStackConfig, type StackConfig } from './config.ts'
import { holdFolder } from './processes/hold-folder.ts'
import { runDatabase } from './processes/run-database.ts'
import { runApi } from './processes/run-program.ts'
import { startDevnet } from './processes/start-devnet.ts'
import { untilPortIsFree } from './processes/until-port-is-free.ts'
import { untilStopped } from './processes/until-stopped.ts'
import { ROOT } from './root.ts'

/** An editor writes a file more than once; wait until it is done. */
const SETTLE_MS = 150

const say = (sentence: string) => console.log(sentence)

await untilStopped(async (onStop) => {
  const config = readStackConfig({ LOG_LEVEL: 'info', ...process.env })
  const apiPort = config.port + 1
  onStop(await holdFolder(config.dataDir, config.publicUrl))
  await untilPortIsFree(config.host, config.port)
  await untilPortIsFree(config.host, apiPort)
  const database = await runDatabase(config, say)
  onStop(database.stop)
  const devnet = await startDevnet(config, say)
  onStop(devnet.stop)

  const api = await runApi(
    {
      FILES_DIR: join(config.dataDir, 'files'),
      WEIGHTS_CACHE: join(config.dataDir, 'weights'),
      OUTBOUND_ALLOW: config.outboundAllow,
      ...process.env,
      ...devnet.settings,
      HOST: config.host,
      PORT: String(apiPort),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: database.url,
      DEMO_WALLET: String(config.hasDemoWallet),
      LOG_LEVEL: config.logLevel,
    },
    say,
  )
  onStop(api.stop)
  await devnet.ready
  onStop(onSourceChange(['apps/api/src', 'packages/protocol/src'], api.restart))
  onStop(serveWebSources(config, apiPort))
  say(`\nInfra is being developed at ${config.publicUrl}: pages reload by themselves, the API restarts.\n`)
})

function onSourceChange(folders: string[], act: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  const watchers = folders.map((folder) =>
    watch(join(ROOT, folder), { recursive: true }, () => {
      clearTimeout(timer)
      timer = setTimeout(act, SETTLE_MS)
    }),
  )
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
  }
}

function serveWebSources({ host, port, hasDemoWallet }: StackConfig, apiPort: number): () => void {
  const vite = spawn('vite', ['--host', host, '--port', String(port), '--strictPort'], {
    cwd: join(ROOT, 'apps/web'),
    env: {
      ...process.env,
      VITE_DEMO_WALLET: hasDemoWallet ? 'true' : '',
      API_ORIGIN: `http://${host}:${apiPort}`,
    },
    // Vite exits when its standard input closes, so it exits even if we are killed with kill -9.
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  return () => void vite.kill()
}
