import { readFile, writeFile } from 'node:fs/promises'
import { type Call, createClient } from '@infra/protocol/client'
import { getTrustFigures, listDraws } from '@infra/protocol/trust'
import { type DrawnResult, findSparedResults } from '@infra/trust/checks/find-spared-results'

const MILLION = 1_000_000

/**
 * Repeats the draws, as anyone can: for every day whose key a network has published, checks that the key matches the hash it had stated,
 * and that each result that had to be checked was checked. The hashes are stored in a file, because a hash that was first read afterwards
 * proves nothing. Returns whether no result was spared.
 */
export async function drawAgain(network: string, file: string): Promise<boolean> {
  const call = createClient({ prefix: new URL('/api', network).href })
  const seen = await readSeen(file)
  const { checksNodes, keys } = await call(getTrustFigures)
  if (!checksNodes) console.log('This network checks no nodes.')
  let isRight = true
  for (const { day, commitment, key } of keys) {
    const stated = seen[day]
    seen[day] ??= commitment
    if (stated && stated !== commitment) {
      console.log(`${day}: the hash is not the one that was stated before.`)
      isRight = false
    } else if (key !== null) {
      const results = await listDay(call, day)
      const spared = findSparedResults(Buffer.from(key, 'hex'), commitment, results)
      console.log(
        `${day}: ${describeDay(results, spared)}${stated ? '' : ' The hash was not seen before the day.'}`,
      )
      isRight &&= spared?.length === 0
    }
  }
  await writeFile(file, `${JSON.stringify(seen, null, 2)}\n`)
  const open = keys.filter(({ key }) => key === null).length
  console.log(`The keys of ${open} days are not published yet; their hashes are in ${file}.`)
  return isRight
}

function describeDay(results: readonly DrawnResult[], spared: string[] | null): string {
  if (spared === null) return 'the key is not the one whose hash was stated.'
  const checked = results.filter(({ isChecked }) => isChecked).length
  const sentence = `${results.length} results, ${checked} of them checked, ${spared.length} spared.`
  return spared.length === 0 ? sentence : `${sentence} ${spared.join(', ')}.`
}

async function listDay(call: Call, day: string): Promise<DrawnResult[]> {
  const results: DrawnResult[] = []
  for (let after: string | undefined; ; ) {
    const { items, next } = await call(listDraws, { params: { day }, query: { ...(after && { after }) } })
    for (const { attemptId, ratePpm, isChecked } of items)
      results.push({ attemptId, probability: ratePpm / MILLION, isChecked })
    if (next === null) return results
    after = next
  }
}

async function readSeen(file: string): Promise<Record<string, string>> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text) as Record<string, string>
}
