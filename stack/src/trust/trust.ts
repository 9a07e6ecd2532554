import { attack } from './attack.ts'
import { calibrate } from './calibration/calibrate.ts'
import { drawAgain } from './draw.ts'
import { printSimulation } from './print-simulation.ts'

const USAGE = `npm run trust                            the simulation with its tables
npm run trust -- attack                  cheats and exploits against the real API
npm run trust -- calibrate [APP...]      how far honest results are apart, with the real models
npm run trust -- draw [URL] [FILE]       whether a network spared a result that had to be checked`

const [command, ...given] = process.argv.slice(2)
const [network = 'http://localhost:8080', file = 'trust-keys.json'] = given
const commands: Record<string, () => boolean | Promise<boolean>> = {
  simulate: printSimulation,
  attack,
  calibrate: () => calibrate(given),
  draw: () => drawAgain(network, file),
}
const work = commands[command ?? 'simulate']
if (!work) {
  console.error(USAGE)
  process.exit(2)
}
try {
  process.exit((await work()) ? 0 : 1)
} catch (error) {
  console.error((error as Error).message)
  process.exit(2)
}
