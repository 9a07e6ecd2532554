import { z } from 'zod'
import { deployContracts } from './deploy-contracts.ts'
import { openFaucet } from './faucet.ts'
import { openCurrentDevnet } from './open-current-devnet.ts'
import { serveRpc } from './serve-rpc.ts'

const Environment = z.object({
  DEVNET_PORT: z.coerce.number().int().min(1).max(65_535),
  DEVNET_DIR: z.string().min(1),
})

const { DEVNET_PORT, DEVNET_DIR } = Environment.parse(process.env)
const devnet = await openCurrentDevnet({
  folder: DEVNET_DIR,
  clock: () => new Date(),
  say: (sentence) => console.log(sentence),
})
await deployContracts(devnet)
const server = await serveRpc(devnet, await openFaucet(devnet), DEVNET_PORT)

const stop = async () => {
  server.close()
  await devnet.close()
  process.exit(0)
}
process.on('SIGTERM', stop)
process.on('SIGINT', stop)
// The stack is gone, perhaps by kill -9, so we end too.
process.on('disconnect', stop)
process.send?.({ ready: true })
