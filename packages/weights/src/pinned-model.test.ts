import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { filesDigest } from './files-digest.ts'
import { appPacks } from './packs/app-packs.ts'
import { pinnedModel } from './pinned-model.ts'

const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)]

test('the digest of files equals sort | sha256sum of their lines, whatever their order', () => {
  const lines = `b/LICENSE ${one}\na/model.onnx ${other}\nB ${one}\nab ${other}\n`
  const made = execFileSync('sh', ['-c', 'LC_ALL=C sort | sha256sum'], { input: lines, encoding: 'utf8' })
  const files = { ab: other, 'b/LICENSE': one, B: one, 'a/model.onnx': other }
  expect(filesDigest(files)).toBe(made.slice(0, 64))
})

test('a different name or content changes the digest', () => {
  const lists: Record<string, string>[] = [{ a: one }, { a: other }, { b: one }, { a: one, b: one }, {}]
  const digests = lists.map(filesDigest)
  expect(new Set(digests).size).toBe(digests.length)
})

test('a model consists of all files of its packs, even if two packs have a file of the same name', () => {
  const { model, weights } = pinnedModel(['u2netp', 'modnet'])
  expect(model).toBe('u2netp, modnet')
  const files = ['u2netp', 'modnet'].flatMap((name) => {
    const pack = appPacks.find((pack) => pack.name === name)!
    return Object.entries(pack.files).map(([file, { sha256 }]) => [`${name}/${file}`, sha256])
  })
  expect(files).toHaveLength(5)
  expect(weights).toBe(filesDigest(Object.fromEntries(files)))
})

test('an app without packs has no model, and an unknown pack throws', () => {
  expect(pinnedModel([])).toEqual({ model: 'none', weights: '0'.repeat(64) })
  expect(() => pinnedModel(['u2netp', 'nonsense'])).toThrow('nonsense')
})
