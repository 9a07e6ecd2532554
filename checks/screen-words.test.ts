import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'
import { listFiles } from '../stack/src/test-command/list-files.ts'

/** What people read: the web app, the catalogue and the help. */
const READ = /^(apps\/web\/src\/.*\.tsx?|packages\/protocol\/src\/apps\/.*\.ts|content\/help\/.*\.md)$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm

/** The right column of the table in docs/glossary.md. */
function givenUp(): string[] {
  const [, table = ''] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split('## Words on screens')
  const cells = table.split('\n').map((line) => line.split(' | ')[1] ?? '')
  return cells.flatMap((cell) => [...cell.matchAll(/"((?:[^"\\]|\\.)+)"/g)].map(([, words]) => words!))
}

/** Collapses white space, since a sentence in JSX may be broken anywhere. */
function readSpoken(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8').replace(COMMENT, ' ').replace(/\s+/g, ' ')
}

test('no screen uses a phrase that the glossary replaces', async () => {
  const phrases = givenUp().map((words) => words.replaceAll('\\"', '"'))
  expect(phrases).toContain('did not arrive')
  const files = (await listFiles(ROOT)).filter((file) => READ.test(file) && !/\.test\.|\/test-/.test(file))
  const found = files.flatMap((file) => {
    const text = readSpoken(file)
    return phrases.filter((words) => text.includes(words)).map((words) => `${file}: ${words}`)
  })
  expect(found).toEqual([])
})
