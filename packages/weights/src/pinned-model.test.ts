import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { filesDigest } from './files-digest.ts'
import { appPacks } from './packs/app-packs.ts'
import { pinnedModel } from './pinned-model.ts'

const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)]

test('the digest of files is what sort and sha256sum make of their lines, in whatever order they come', () => {
  const lines = `b/LICENSE ${one}\na/model.onnx ${other}\nB ${one}\nab ${other}\n`
  const made = execFileSync('sh', ['-c', 'LC_ALL=C sort | sha256sum'], { input: lines, encoding: 'utf8' })
  const files = { ab: other, 'b/LICENSE': one, B: one, 'a/model.onnx': other }
  expect(filesDigest(files)).toBe(made.slice(0, 64))
})

test('another name or another content has another digest', () => {
  const lists: Record<string, string>[] = [{ a: one }, { a: other }, { b: one }, { a: one, b: one }, {}]
  const digests = lists.map(filesDigest)
  expect(new Set(digests).size).toBe(digests.length)
})

test('a model is all files of all its packs, also where two packs have files of one name', () => {
  const { model, weights } = pinnedModel(['u2netp', 'modnet'])
  expect(model).toBe('u2netp, modnet')
  const files = ['u2netp', 'modnet'].flatMap((name) => {
    const pack = appPacks.find((pack) => pack.name === name)!
    return Object.entries(pack.files).map(([file, { sha256 }]) => [`${name}/${file}`, sha256])
  })
  expect(files).toHaveLength(5)
  expect(weights).toBe(filesDigest(Object.fromEntries(files)))
})

test('an app without packs has no model, and packs that nobody knows are not passed over', () => {
  expect(pinnedModel([])).toEqual({ model: 'none', weights: '0'.repeat(64) })
  expect(() => pinnedModel(['u2netp', 'nonsense'])).toThrow('nonsense')
})
