import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { copyCheckout } from '../conformance/copy-checkout.ts'
import { isBrowserTest, type Mutation } from '../conformance/mutation.ts'
import { mutations } from '../conformance/mutations.ts'
import { readRows } from '../conformance/read-rows.ts'
import { type RowResults, runRowTests } from '../conformance/run-row-tests.ts'
import { tryMutation } from '../conformance/try-mutation.ts'

/**
 * For each row of docs/conformance.md: its tests pass, and fail once the product is changed where it implements the row. `npm run
 * conformance -- R-CHA R-API-6` tries only these rows, `--without-browser` those whose tests need none.
 */
const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { 'without-browser': { type: 'boolean', default: false } },
})

const isWanted = (row: string) =>
  named.length === 0 || named.some((name) => row === name || row.startsWith(`${name}-`))
const rows = (await readRows()).filter(isWanted)
const tried = mutations.filter(
  (mutation) => isWanted(mutation.row) && !(values['without-browser'] && isBrowserTest(mutation)),
)
const weak = new Map<string, string[]>()
const complain = (row: string, sentence: string) => {
  weak.set(row, [...(weak.get(row) ?? []), sentence])
  console.log(`${row}: ${sentence}`)
}

const copy = await copyCheckout()
try {
  // Those that need no browser first: they are quick.
  const files = [...Map.groupBy(tried, ({ test }) => test)]
  for (const [test, its] of files.toSorted(
    ([one], [other]) => Number(isBrowserTest({ test: one })) - Number(isBrowserTest({ test: other })),
  )) {
    const unchanged = await runRowTests(copy, test, [...new Set(its.map(({ row }) => row))])
    for (const mutation of its) await judge(mutation, unchanged)
  }
} finally {
  await rm(copy, { recursive: true })
}

const left = rows.filter((row) => !tried.some((mutation) => mutation.row === row))
for (const row of left)
  complain(row, values['without-browser'] ? 'only a browser shows it' : 'has no mutation')
const good = rows.filter((row) => !weak.has(row))
console.log(
  `\n${good.length} of ${rows.length} rows whose tests fail under their mutation (${tried.length} mutations)`,
)
for (const [row, sentences] of weak) console.log(`${row}: ${sentences.join('; ')}`)
process.exit(good.length === rows.length ? 0 : 1)

async function judge(mutation: Mutation, unchanged: RowResults): Promise<void> {
  const { row, test, file, find, replace } = mutation
  const { passed, failed } = unchanged.of(row)
  if (passed === 0 || failed > 0) {
    const why = failed > 0 ? 'fail' : 'did not run'
    return complain(row, `its tests in ${test} ${why} without any change. ${unchanged.problem}`)
  }
  const { verdict, problem } = await tryMutation(copy, mutation)
  const change = `${file}: ${JSON.stringify(find)} → ${JSON.stringify(replace)}`
  if (verdict === 'noticed') console.log(`${row}: noticed, ${change}`)
  else if (verdict === 'survived') complain(row, `${test} does not notice ${change}`)
  else complain(row, `${test} could not be run with ${change}. ${problem}`)
}
