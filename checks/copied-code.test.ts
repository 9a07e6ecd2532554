import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'

/** Places that may share more lines than this must be listed below, with the reason. */
const LINES_MAX = 12

const exceptions: readonly { files: [string, string]; reason: string }[] = []

interface Copy {
  lines: number
  firstFile: { name: string; start: number }
  secondFile: { name: string; start: number }
}

/** Comments and white space do not count. */
async function findCopies(folder: string): Promise<Copy[]> {
  const output = await mkdtemp(join(tmpdir(), 'infra-copies-'))
  onTestFinished(() => rm(output, { recursive: true }))
  const options = {
    '--min-lines': String(LINES_MAX + 1),
    '--min-tokens': '50',
    '--mode': 'weak',
    '--format': 'typescript,tsx,javascript,solidity',
    '--ignore': '**/node_modules/**,**/dist*/**,**/generated/**',
    '--reporters': 'json',
    '--output': output,
  }
  await promisify(execFile)(join(ROOT, 'node_modules/.bin/jscpd'), [
    ...Object.entries(options).flat(),
    '--absolute',
    folder,
  ])
  return JSON.parse(await readFile(join(output, 'jscpd-report.json'), 'utf8')).duplicates
}

test(`no two places in the code share more than ${LINES_MAX} lines`, async () => {
  const copies = await findCopies(ROOT)
  const unexplained = copies.filter(({ firstFile, secondFile }) => {
    const pair = [firstFile.name, secondFile.name].map((name) => name.replace(ROOT, '')).sort()
    return !exceptions.some(({ files }) => files.toSorted().join() === pair.join())
  })
  expect(
    unexplained.map(
      ({ lines, firstFile, secondFile }) =>
        `${lines} lines: ${firstFile.name}:${firstFile.start} and ${secondFile.name}:${secondFile.start}`,
    ),
  ).toEqual([])
})

test('finds a copied file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'infra-copied-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const source = await readFile(join(ROOT, 'stack/src/run.ts'), 'utf8')
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/one.ts'), source)
  await writeFile(join(folder, 'src/other.ts'), source)

  expect(await findCopies(folder)).toHaveLength(1)
})
