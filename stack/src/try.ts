import { readStackConfig } from './config.ts'
import { tryNetwork } from './try-network.ts'

/** `npm run try`, beside a running `npm start`: a newcomer's first minutes, checked. */
await tryNetwork(readStackConfig(process.env).publicUrl, (sentence) => console.log(sentence))
