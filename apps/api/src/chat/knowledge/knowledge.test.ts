import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { failureReasons } from '@infra/protocol/jobs'
import { profileSections } from '@infra/protocol/pages/screens'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import { embedInChild } from './embed-in-child.ts'
import { readHelp } from './help.ts'
import { openKnowledge } from './knowledge.ts'
import { wordPieces } from './word-pieces.ts'

const { deps } = await startTestApi()
const silent = { info: () => {}, warn: () => {} }
const folder = await mkdtemp(join(tmpdir(), 'infra-knowledge-'))
afterAll(() => rm(folder, { recursive: true }))

const screens = [
  '/',
  '/feed',
  '/apps',
  '/nodes',
  '/profile',
  '/chat',
  '/devlog',
  '/feedback',
  '/staking',
  '/developers',
]
const pages = [
  ...screens,
  ...profileSections.map((section) => `/profile/${section}`),
  '/nodes?about=trust',
  '/nodes?about=earnings',
]

test('each passage of the help is short, has questions and links to a screen', async () => {
  const help = await readHelp()
  expect(new Set(help.map(({ id }) => id)).size).toBe(help.length)
  for (const { id, asked, text } of help) {
    expect(asked.length, id).toBeGreaterThan(0)
    expect(text.length, id).toBeLessThan(450)
    if (id.startsWith('apps/')) continue
    const link = /\[[^\]]+\]\((\/[\w?=/]*)\)$/.exec(text)?.[1]
    expect(pages, id).toContain(link)
  }
})

test('the help has a passage for every failure reason, and for no unknown app', async () => {
  const ids = (await readHelp()).map(({ id }) => id)
  for (const reason of failureReasons) expect(ids).toContain(`jobs/reason-${reason.replaceAll('_', '-')}`)
  for (const id of ids.filter((one) => one.startsWith('apps/')))
    expect(catalogue.map((app) => `apps/${app.id}`)).toContain(id)
})

test('without the model, help is found by words, and off-topic questions are still not answered', async () => {
  const warned: string[] = []
  const weights = { cache: join(folder, 'none'), folder: undefined, mirror: new URL('http://127.0.0.1:1/') }
  const log = { info: () => {}, warn: (_: object, sentence: string) => warned.push(sentence) }
  const knowledge = openKnowledge({ config: { weights }, apps: catalogue }, log)
  const { found, isSure } = await knowledge.find('How do I verify a receipt?')
  expect({ id: found[0]!.id, isSure }).toEqual({ id: 'receipts/checking-a-receipt', isSure: true })
  expect((await knowledge.find('who painted the mona lisa')).isSure).toBe(false)
  expect(await knowledge.isByMeaning()).toBe(false)
  expect(warned).toEqual(['the chat finds help by words alone'])
})

test('the vectors of the help are computed once and then cached', async () => {
  learnFromOneSet()
  const cache = join(folder, 'kept')
  const given = deps.config.weights.cache
  const weights = { cache, folder: given, mirror: new URL('http://127.0.0.1:1/') }
  const open = () => openKnowledge({ config: { weights }, apps: catalogue.slice(0, 1) }, silent)
  expect(await open().isByMeaning()).toBe(true)
  const kept = await readdir(cache)
  const names = kept.map((name) => name.replace(/-[0-9a-f]{16}\.f32$/, ''))
  expect([...new Set(names)]).toEqual(['asked', 'help', 'topics'])
  expect((await open().find('ways to get rid of my account')).found[0]!.id).toBe('data/deleting-my-account')
  expect(await readdir(cache)).toEqual(kept)
}, 600_000)

/** Until the end of the test. Two caches of earlier questions remain, this set's and that of the off-topic examples. */
function learnFromOneSet(): void {
  const all = { ...learnedSets }
  for (const name of Object.keys(all).slice(1)) delete learnedSets[name]
  onTestFinished(() => void Object.assign(learnedSets, all))
}

test('similar meanings are near, others are not', async () => {
  const embed = embedInChild(join(deps.config.weights.cache, 'minilm-1.2.2'))
  const texts = ['The cat sits on the mat.', 'A kitten rests on a rug.', 'Interest rates rose in March.']
  const [cat, kitten, rates] = await embed(texts)
  const cosine = (one: number[], other: number[]) =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0)
  expect(cat).toHaveLength(384)
  expect(cosine(cat!, cat!)).toBeCloseTo(1, 5)
  expect(cosine(cat!, kitten!)).toBeGreaterThan(0.5)
  expect(cosine(cat!, rates!)).toBeLessThan(0.2)
})

test('an embedder that fails says so, and one that was killed is restarted', async () => {
  await expect(embedInChild(folder)(['x'])).rejects.toThrow('The embedder failed')

  const place = join(folder, 'weights-of-this-test')
  await symlink(join(deps.config.weights.cache, 'minilm-1.2.2'), place)
  const embed = embedInChild(place)
  const [before] = await embed(['hello'])
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `embedder.ts ${place}`])
  process.kill(Number(stdout), 'SIGKILL')
  await eventually(async () => expect(await embed(['hello'])).toEqual([before]))
})

test('words are split into the longest known pieces', () => {
  const list = ['[UNK]', '[CLS]', '[SEP]', 'un', '##aff', '##able', 'cafe', '?', 'the']
  const vocabulary = Object.fromEntries(list.map((piece, id) => [piece, id]))
  const pieces = (text: string, max = 20) => wordPieces(text, vocabulary, max).map((id) => list[id])
  expect(pieces('The UNAFFABLE café?')).toEqual([
    '[CLS]',
    'the',
    'un',
    '##aff',
    '##able',
    'cafe',
    '?',
    '[SEP]',
  ])
  expect(pieces('zebra the')).toEqual(['[CLS]', '[UNK]', 'the', '[SEP]'])
  expect(pieces('the the the the', 4)).toEqual(['[CLS]', 'the', 'the', '[SEP]'])
  expect(pieces('constructor __proto__')).toEqual(['[CLS]', ...Array(6).fill('[UNK]'), '[SEP]'])
  expect(pieces('x'.repeat(1_000))).toEqual(['[CLS]', '[UNK]', '[SEP]'])
})
