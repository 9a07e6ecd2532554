import { readStackConfig } from '../config.ts'
import { checkNetwork } from './check-network.ts'
import { timeLeaving } from './time-leaving.ts'
import { timeNewcomer } from './time-newcomer.ts'
import { tryClients } from './try-clients.ts'

/**
 * `npm run try`, beside a running `npm start`: signs in as a new user, runs the apps, and checks the results.
 * `npm run try -- newcomer` has a new user get an API key and a first result by curl, and says how long it took.
 * `npm run try -- clients` has the unmodified clients of OpenAI and MCP call the network.
 * `npm run try -- busy` has a node leave a machine that becomes busy, and says how long that took.
 */
const tries = { newcomer: timeNewcomer, busy: timeLeaving, clients: tryClients }
const chosen = process.argv[2] as keyof typeof tries
const { publicUrl } = readStackConfig(process.env)
await (tries[chosen] ?? checkNetwork)(publicUrl, (sentence) => console.log(sentence))
