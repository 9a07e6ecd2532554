import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Mutation, mutate } from './mutation.ts'
import { runRowTests } from './run-row-tests.ts'

/** `noticed`: a test that names the row failed. `broken`: none could be run, which says nothing about the tests. */
export interface Outcome {
  verdict: 'noticed' | 'survived' | 'broken'
  problem: string
}

/** Changes the copy, runs the tests of the row, and undoes the change. */
export async function tryMutation(copy: string, mutation: Mutation): Promise<Outcome> {
  const path = join(copy, mutation.file)
  const source = await readFile(path, 'utf8')
  await writeFile(path, mutate(source, mutation))
  try {
    const { of, problem } = await runRowTests(copy, mutation.test, [mutation.row])
    const { passed, failed } = of(mutation.row)
    if (failed > 0) return { verdict: 'noticed', problem: '' }
    return passed > 0 ? { verdict: 'survived', problem: '' } : { verdict: 'broken', problem }
  } finally {
    await writeFile(path, source)
  }
}
