import { parseArgs } from 'node:util'
import { apps } from './apps.ts'
import { books } from './books/books.ts'
import { dispatch } from './dispatch.ts'
import { feed } from './feed.ts'
import { load } from './load.ts'
import { ask } from './models/ask.ts'
import { readText } from './models/read-text.ts'
import { network } from './network/network.ts'
import { nodes } from './nodes.ts'
import { keys } from './programs/keys.ts'
import { programs } from './programs/programs.ts'
import { queue } from './queue.ts'
import { keepResult, type Result } from './results.ts'
import { rows } from './rows.ts'
import { script } from './script.ts'
import { scroll } from './scroll.ts'
import { search } from './search.ts'
import { start } from './start.ts'
import { streams } from './streams.ts'
import { trust } from './trust.ts'
import { web } from './web.ts'

/** `npm run bench -- queue` runs only that benchmark; without names, all of them. Each prints its ratio last. */
const benchmarks: Record<string, () => Promise<string | Result>> = {
  apps,
  ask,
  books,
  dispatch,
  feed,
  keys,
  load,
  network,
  nodes,
  programs,
  queue,
  'read-text': readText,
  rows,
  script,
  scroll,
  search,
  start,
  streams,
  trust,
  web,
}
const { positionals } = parseArgs({ allowPositionals: true })
const wanted = positionals.length > 0 ? positionals : Object.keys(benchmarks)

const ratios: string[] = []
for (const name of wanted) {
  const benchmark = benchmarks[name]
  if (!benchmark)
    throw new Error(`No such benchmark: ${name}. There are: ${Object.keys(benchmarks).join(', ')}.`)
  console.log(`\n── ${name}`)
  ratios.push(await keepResult(name, benchmark))
}
console.log(`\n${ratios.join('\n')}`)
