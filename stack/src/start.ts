import { join } from 'node:path'
import { buildWeb } from './build-web.ts'
import { readStackConfig } from './config.ts'
import { addressOfOperator } from './processes/bundled-operator.ts'
import { holdFolder } from './processes/hold-folder.ts'
import { runDatabase } from './processes/run-database.ts'
import { runApi } from './processes/run-program.ts'
import { startDevnet } from './processes/start-devnet.ts'
import { untilPortIsFree } from './processes/until-port-is-free.ts'
import { untilStopped } from './processes/until-stopped.ts'
import { settleAll } from './settle-all.ts'

const say = (sentence: string) => console.log(sentence)

await untilStopped(async (onStop) => {
  const config = readStackConfig(process.env)
  onStop(await holdFolder(config.dataDir, config.publicUrl))
  await untilPortIsFree(config.host, config.port)

  const startDatabase = async () => {
    say(config.databaseUrl ? 'Using the database of DATABASE_URL.' : 'Starting the database.')
    const database = await runDatabase(config, say)
    onStop(database.stop)
    return database
  }
  const [database, webDir] = await settleAll([
    startDatabase(),
    buildWeb('apps/web', { demo: config.hasDemoWallet, say }),
  ])

  if (!config.hasStaking) say('Staking is off: no contracts are configured (STAKING_ADDRESS).')
  const devnet = await startDevnet(config, say)
  onStop(devnet.stop)
  say('Starting the API.')
  const api = await runApi(
    {
      NODE_ENV: 'production',
      FILES_DIR: join(config.dataDir, 'files'),
      ...(config.runsNode && { REFERENCE_OPERATORS: await addressOfOperator(config.dataDir) }),
      WEIGHTS_CACHE: join(config.dataDir, 'weights'),
      OUTBOUND_ALLOW: config.outboundAllow,
      ...process.env,
      ...devnet.settings,
      HOST: config.host,
      PORT: String(config.port),
      PUBLIC_URL: config.publicUrl,
      DATABASE_URL: database.url,
      WEB_DIR: webDir,
      DEMO_WALLET: String(config.hasDemoWallet),
      LOG_LEVEL: config.logLevel,
    },
    say,
  )
  onStop(api.stop)
  await devnet.ready

  if (config.runsNode) {
    say('Starting the node.')
    // Imported only now, because its signing library would delay the first page.
    const { runBundledNode } = await import('./processes/run-bundled-node.ts')
    const node = await runBundledNode(config, say)
    onStop(node.stop)
  }

  say(`\nInfra is running at ${config.publicUrl}  (Ctrl-C stops it)\n`)
})
