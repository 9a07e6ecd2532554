// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { fileNameOf, storeFileName } from './file-names.ts'

beforeEach(() => localStorage.clear())

test.for([
  ['cat.jpg', 'cat'],
  ['Min katt (1).final.png', 'Min-katt-1-final'],
  ['../../etc/passwd.txt', 'etc-passwd'],
  ['猫.webp', '猫'],
  ['no extension', 'no-extension'],
  [`${'long'.repeat(40)}.png`, 'long'.repeat(15)],
] as const)('%s is stored as %s', ([name, stem]) => {
  storeFileName('upload', name)
  expect(fileNameOf('upload')).toBe(stem)
})

test('the latest fifty names are kept, one per upload', () => {
  for (let at = 0; at < 60; at++) storeFileName(`upload-${at}`, `picture-${at}.png`)
  storeFileName('upload-59', 'other.png')
  expect(fileNameOf('upload-59')).toBe('other')
  expect(fileNameOf('upload-10')).toBe('picture-10')
  expect(fileNameOf('upload-9')).toBeUndefined()
})

test.for(['nonsense', '{}', '[1, ["a"], ["upload", 2]]'])('storage that holds %s yields no name', (kept) => {
  localStorage.setItem('infra.file-names', kept)
  expect(fileNameOf('upload')).toBeUndefined()
})
