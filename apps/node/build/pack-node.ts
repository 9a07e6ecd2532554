import { resolve } from 'node:path'
import { buildNode } from './build-node.ts'

// The agent as every network serves it. `npm run build` puts it into the folder of the pages.
const [, , given] = process.argv
const folder = resolve(given ?? 'apps/node/dist')
await buildNode(folder)
if (!given) process.stdout.write(`The agent's package is in ${folder}\n`)
