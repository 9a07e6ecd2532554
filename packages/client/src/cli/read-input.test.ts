import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { afterAll, expect, test } from 'vitest'
import { fieldOptions, readInput } from './read-input.ts'
import { runOptions } from './run-command.ts'
import { type Shell, UsageError } from './shell.ts'

const folder = await mkdtemp(join(tmpdir(), 'infra-cli-'))
afterAll(() => rm(folder, { recursive: true }))
const file = join(folder, 'note.txt')
await writeFile(file, 'from a file')

const fieldsOf = (id: string) => catalogue.find((app) => app.id === id)!.fields
const shell = (stdin = '') => ({ stdin: Readable.from([Buffer.from(stdin)]) }) as unknown as Shell

test('no field of an app has the name of a CLI option', () => {
  const taken = Object.keys(runOptions)
  for (const { id, fields } of catalogue)
    expect({ id, both: Object.keys(fieldOptions(fields)).filter((name) => taken.includes(name)) }).toEqual({
      id,
      both: [],
    })
})

test.for([
  ['as it is', 'as it is'],
  [`@${file}`, 'from a file'],
  ['@@handle', '@handle'],
  ['-', 'from a pipe'],
])('reads the text %s as %s', async ([typed, meant]) => {
  expect(await readInput(fieldsOf('speak'), { text: typed }, shell('from a pipe'))).toEqual({ text: meant })
})

test('parses numbers, toggles and boxes, and refuses malformed ones', async () => {
  const fields = [
    ...fieldsOf('story-teller'),
    { kind: 'toggle', name: 'loud', label: '', help: '', default: true } as const,
    { kind: 'boxes', name: 'boxes', label: '', help: '', over: 'image', countMax: 3 } as const,
  ]
  expect(fieldOptions(fields)).toMatchObject({ loud: { type: 'boolean' }, 'no-loud': { type: 'boolean' } })
  const typed = { prompt: 'Once', length: '64', 'no-loud': true, boxes: '[{"x":1}]' }
  expect(await readInput(fields, typed, shell())).toEqual({
    prompt: 'Once',
    length: 64,
    loud: false,
    boxes: [{ x: 1 }],
  })
  for (const wrong of [{ length: 'long' }, { length: '' }, { boxes: '{}' }, { boxes: '[' }])
    await expect(readInput(fields, wrong, shell())).rejects.toThrow(UsageError)
})

test('reads a file from disk or standard input, keeps a reference and refuses anything else', async () => {
  const read = (image: string) => readInput(fieldsOf('upscale'), { image }, shell('bytes'))
  expect(await ((await read(`@${file}`)).image as File).text()).toBe('from a file')
  expect(await ((await read('-')).image as Blob).text()).toBe('bytes')
  expect(await read('job:1/picture')).toEqual({ image: 'job:1/picture' })
  expect(await read('https://example.org/a.png')).toEqual({ image: 'https://example.org/a.png' })
  await expect(read(file)).rejects.toThrow(
    '--image takes @file, - for standard input, job:<id>/<output>, or an https address.',
  )
  const both = readInput(fieldsOf('erase-fill'), { image: '-', mask: '-' }, shell())
  await expect(both).rejects.toThrow('Only one field can be read from standard input.')
})
