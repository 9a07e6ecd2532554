import { catalogue } from '@infra/protocol/apps/catalogue'
import { favoriteJob, submitJob } from '@infra/protocol/jobs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readDevlog } from '../../devlog/read-devlog.ts'
import { fund } from '../../test/earn.ts'
import { failForGood } from '../../test/echo.ts'
import { figuresOfApps, figuresOfRows, figuresOfTiers } from '../../test/figures/given-figures.ts'
import { recordRows } from '../../test/figures/record-rows.ts'
import { startNode } from '../../test/node.ts'
import { type Person, signInSomeone } from '../../test/person.ts'
import { recountNetwork } from '../../test/recount-network.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { builtInEngine } from '../built-in-engine.ts'
import { learnedSets } from '../conversations/conversation-sets.ts'
import { heldQuestions } from '../conversations/held-questions.ts'
import { tuningQuestions } from '../conversations/tuning-questions.ts'
import type { DialogueState } from '../dialogue/state-rules.ts'
import { readHelp } from '../knowledge/help.ts'
import { openKnowledge } from '../knowledge/knowledge.ts'
import { figuresIn, isKnown } from './figure-rules.ts'

const rows = recordRows()
const testApi = await startTestApi()
const { deps } = testApi
const apps = catalogue.filter(({ state }) => state === 'published')
const knowledge = openKnowledge({ config: deps.config, apps }, { info: () => {}, warn: () => {} })
const engine = builtInEngine({ deps, apps, knowledge })
/** Texts that everyone gets alike, so their figures need no source. */
const texts = [
  ...(await readHelp()).map(({ text }) => text),
  ...apps.flatMap(({ name, tagline, description }) => [description, tagline, name]),
  ...(await readDevlog()).map(({ title }) => title),
]

test('every figure in an answer comes from the database, the help or the person', async () => {
  const address = await personWithHistory()
  const available = await creditsOf(address)
  const questions = [tuningQuestions, heldQuestions].flatMap(({ product, other }) => [...product, ...other])
  // Only every third learned conversation: the figures come from the same answers, and all of them would take minutes.
  const learned = Object.values(learnedSets)
    .flat()
    .filter((_, place) => place % 3 === 0)
  const conversations = [...questions.map((one) => [one]), ...learned]
  const made: string[] = []
  let checked = 0
  for (const conversation of conversations) {
    let state: DialogueState = {}
    let said = ''
    for (const { asks } of conversation) {
      rows.length = 0
      const answer = await engine.answer(
        { address, message: asks, state, history: [] },
        () => {},
        AbortSignal.timeout(60_000),
      )
      state = answer.state
      said += `${asks}; ${Object.values({ ...state.facts, ...state.period }).join('; ')}; `
      const given = [
        ...figuresIn(said),
        ...figuresOfRows([...rows, [{ available }]], deps.now()),
        ...figuresOfApps(apps, state, available),
        ...figuresOfTiers(),
      ]
      const figures = figuresIn(texts.reduce((rest, text) => rest.replaceAll(text, ''), answer.text))
      checked += figures.length
      for (const figure of figures.filter((one) => !isKnown(one, given)))
        made.push(`${asks} -> ${figure.value} ${figure.unit ?? ''} in: ${answer.text}`)
    }
  }
  expect(made).toEqual([])
  expect(checked).toBeGreaterThan(500)
}, 300_000)

test('a balance that is off by one is noticed', async () => {
  const address = await personWithHistory()
  rows.length = 0
  const question = { address, message: 'how many credits do i have', state: {}, history: [] }
  const { text } = await engine.answer(question, () => {}, AbortSignal.timeout(60_000))
  const [balance] = figuresIn(text)
  const given = figuresOfRows([...rows, [{ available: await creditsOf(address) }]], deps.now())
  expect(isKnown(balance!, given)).toBe(true)
  for (const wrong of [balance!.value - 1, balance!.value + 1])
    expect(isKnown({ ...balance!, value: wrong }, given)).toBe(false)
}, 60_000)

/** A person with finished, failed and open jobs, favourites, and a node that has earned. */
async function personWithHistory(): Promise<string> {
  const person = await signInSomeone(testApi)
  await fund(deps, person, 48_611)
  const node = await startNode(testApi, {
    operator: person,
    apps: apps.map(({ id, version }) => ({ id, version })),
  })
  const other = await signInSomeone(testApi)
  const order = async (by: Person, visibility: 'public' | 'private', length: number) => {
    const input = { prompt: 'A cat', length }
    return (await by.call(submitJob, { body: { appId: 'story-teller', input, visibility } })).id
  }
  for (const length of [40, 80]) {
    await order(other, 'public', length)
    await node.finish(await node.claim())
  }
  for (const length of [30, 60, 90]) {
    const id = await order(person, length > 50 ? 'private' : 'public', length)
    await node.finish(await node.claim())
    await person.call(favoriteJob, { params: { id } })
    await deps.db.execute(
      sql`update jobs set created_at = now() - make_interval(mins => ${length}) where id = ${id}`,
    )
  }
  await order(person, 'private', 100)
  await failForGood(deps, node, 'app_failed')
  await order(person, 'private', 110)
  await recountNetwork(deps.db)
  return person.address.toLowerCase()
}

/** Granted credits can be spent as well. */
async function creditsOf(address: string): Promise<number> {
  const { rows: accounts } = await deps.db.execute<{ credits: string }>(
    sql`select available + granted as credits from ledger_accounts where address = ${address}`,
  )
  return Number(accounts[0]!.credits)
}
