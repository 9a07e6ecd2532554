import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../stack/src/root.ts'
import { listFiles } from '../stack/src/test-command/list-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

// Decisions stay as they were written, so they may name what no longer exists.
const documents = globSync(['*.md', 'docs/*.md', 'apps/*/README.md', 'stack/README.md'], { cwd: ROOT }).sort()
const linked = [...documents, ...globSync('docs/decisions/*.md', { cwd: ROOT }).sort()]
const files = await listFiles(ROOT)
const folders = new Set(files.flatMap(foldersOf))
const scripts = Object.keys(JSON.parse(read('package.json')).scripts)

function foldersOf(path: string): string[] {
  const parts = path.split('/')
  return parts.slice(1).map((_, count) => parts.slice(0, count + 1).join('/'))
}

const EXTENSION = /\.(?:tsx?|mjs|md|json|sql|sol|css|html|ya?ml|cfg|env)$/
/** Written by our programs, so not in the repository. */
const writtenAtRunTime = new Set(['backup.json'])
const topFolders = new Set([...folders].filter((folder) => !folder.includes('/')))

/** Whether a word in a document is meant as a file or folder of this repository. */
function looksLikePath(word: string): boolean {
  if (!/^[\w@.<>{}*,/-]+$/.test(word) || word.startsWith('/') || word.startsWith('@')) return false
  if (writtenAtRunTime.has(word)) return false
  return EXTENSION.test(word) || (word.includes('/') && topFolders.has(word.split('/')[0]!))
}

/** The end of a path is enough, and `<id>`, `NNNN` and `*` stand for anything. */
function exists(word: string): boolean {
  const pattern = word
    .replace(/\/$/, '')
    .replace(/[.+]/g, '\\$&')
    .replace(/<\w+>|NNNN|\*+/g, '.+')
    .replace(/\{([^}]+)\}/g, (_, names: string) => `(?:${names.replaceAll(',', '|')})`)
  const path = new RegExp(`(?:^|/)${pattern}$`)
  return files.some((file) => path.test(file)) || [...folders].some((folder) => path.test(folder))
}

const spansIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!)
const missing = (document: string, words: string[]) => words.map((word) => `${document}: ${word}`)

test.for(documents)('every path that %s names exists', (document) => {
  const paths = spansIn(read(document)).filter(looksLikePath)
  expect(
    missing(
      document,
      paths.filter((path) => !exists(path)),
    ),
  ).toEqual([])
})

/** The anchors of a document, as GitHub makes them from its headings. */
function anchorsOf(path: string): string[] {
  const headings = read(path)
    .replace(/^```[\s\S]*?^```/gm, '')
    .matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function leadsSomewhere(document: string, target: string): boolean {
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? document : normalize(join(dirname(document), path))
  return existsSync(join(ROOT, file)) && (anchor === undefined || anchorsOf(file).includes(anchor))
}

test.for(linked)('every link in %s has a target', (document) => {
  const targets = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
  const local = targets.filter((target) => !/^[a-z]+:/.test(target))
  const broken = local.filter((target) => !leadsSomewhere(document, target))
  expect(missing(document, broken)).toEqual([])
})

/** The arguments of commands that take names: where each is defined. */
const namedIn: Record<string, string> = {
  test: read('stack/src/test-command/test.ts'),
  bench: read('bench/src/all.ts'),
}

test.for(documents)('every command that %s names exists', (document) => {
  const commands = [
    ...read(document).matchAll(
      /\bnpm (?:run (?:--[\w-]+ )*([\w:-]+)|(start|test)\b)(?: -- ([a-z][\w-]*(?: [a-z][\w-]*)*))?/g,
    ),
  ].map(([, script, short, names]) => ({ script: (script ?? short)!, names: names?.split(' ') ?? [] }))
  const unknown = commands.filter(({ script }) => !scripts.includes(script)).map(({ script }) => script)
  expect(missing(document, unknown)).toEqual([])
  for (const { script, names } of commands)
    for (const name of names)
      if (namedIn[script])
        expect(namedIn[script], `npm run ${script} -- ${name}`).toMatch(
          new RegExp(`^  ${name}[:,]|'${name}'`, 'm'),
        )
})
