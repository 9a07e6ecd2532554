import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { failureReasons } from '@infra/protocol/jobs'
import { profileSections } from '@infra/protocol/pages/screens'
import { afterAll, expect, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { type Embedding, embedInChild } from './embed-in-child.ts'
import { readHelp } from './help.ts'
import { openKnowledge } from './knowledge.ts'
import { wordPieces } from './word-pieces.ts'

const { deps } = await startTestApi()
const published = catalogue.filter(({ state }) => state === 'published')
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

test('the first question after a start is understood by what was learned', async () => {
  const open = async () => {
    const knowledge = openKnowledge({ config: deps.config, apps: published }, silent)
    expect(await knowledge.isByMeaning()).toBe(true)
    return knowledge
  }
  const { order } = await (await open()).find('quick, a pic of a wolf howling at the moon')
  expect(order!.appId).toBe('imagine')
  expect(order!.ahead).toBeGreaterThan(0)
  const { found } = await (await open()).find('ways to get rid of my account')
  expect(found[0]!.id).toBe('data/deleting-my-account')
})

test('apps that are switched off are neither topics nor ordered', async () => {
  const apps = published.filter(({ id }) => id === 'speak')
  const knowledge = openKnowledge({ config: deps.config, apps }, silent)
  expect(await knowledge.isByMeaning()).toBe(true)
  const { found, order } = await knowledge.find('a picture of a fox, please')
  expect(found.filter(({ id }) => id.startsWith('apps/'))).toMatchObject([{ id: 'apps/speak' }])
  expect(order!.appId).toBe('speak')
})

test('where only Write is offered, nothing can be ordered by words', async () => {
  const apps = published.filter(({ id }) => id === 'write')
  const knowledge = openKnowledge({ config: deps.config, apps }, silent)
  expect(await knowledge.find('a picture of a fox, please')).toMatchObject({ order: undefined })
})

test('similar meanings are near, others are not', async () => {
  const embed = embedInChild(join(deps.config.weights.cache, 'minilm-1.2.2'))
  const texts = ['The cat sits on the mat.', 'A kitten rests on a rug.', 'Interest rates rose in March.']
  const [cat, kitten, rates] = await embed(texts)
  const cosine = ({ mean: one }: Embedding, { mean: other }: Embedding) =>
    one.reduce((sum, value, at) => sum + value * other[at]!, 0)
  expect(cat!.mean).toHaveLength(384)
  expect(cat!.max).toHaveLength(384)
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
