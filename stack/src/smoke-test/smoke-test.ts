import { readStackConfig } from '../config.ts'
import { checkNetwork } from './check-network.ts'

/** `npm run try`, beside a running `npm start`: signs in as a new user, runs the apps, and checks the results. */
await checkNetwork(readStackConfig(process.env).publicUrl, (sentence) => console.log(sentence))
