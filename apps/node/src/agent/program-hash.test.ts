import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { programHash } from './program-hash.ts'

const ROOT = join(import.meta.dirname, '../../../..')

/** The sources, as anyone can list them in a checkout. */
const folders = [
  'apps/node',
  ...['inference', 'protocol', 'safety', 'weights'].map((name) => `packages/${name}`),
]
const script = `
for folder in ${folders.join(' ')}; do
  name="@infra/$(basename $folder)"
  (cd $folder && { echo package.json; find src -name '*.ts' ! -name '*.test.ts' ! -path 'src/test/*'; } | while read file; do
    echo "$name/$file $(sha256sum < $file | cut -c1-64)"
  done)
done | LC_ALL=C sort | sha256sum`

test('the program hash can be reproduced from the sources with shell commands', () => {
  const made = execFileSync('sh', ['-c', script], { cwd: ROOT, encoding: 'utf8' })
  expect(programHash()).toBe(made.slice(0, 64))
})
