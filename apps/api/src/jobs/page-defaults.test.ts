import { expect, test } from 'vitest'
import { runEcho } from '../test/echo.ts'
import { startNode } from '../test/node.ts'
import { signInSomeone } from '../test/person.ts'
import { startTestApi } from '../test/start-test-api.ts'

/** More than one page of the size in the specification, both in the feed and among the owner's jobs. */
const JOBS = 28

const testApi = await startTestApi()
const alice = await signInSomeone(testApi)
const node = await startNode(testApi)
const newestFirst: string[] = []
for (let place = 0; place < JOBS; place++) {
  newestFirst.unshift(
    await runEcho(testApi.deps, { person: alice, node, text: `job ${place}`, inFeed: true }),
  )
}

const authorization = `Bearer ${alice.tokens.accessToken}`

/** Uses plain requests, so that the defaults are those of the API and not of a client. */
async function idsAt(path: string, headers: Record<string, string>): Promise<string[]> {
  const response = await fetch(`${testApi.origin}/api${path}`, { headers })
  expect(response.status).toBe(200)
  const { items } = (await response.json()) as { items: { id: string }[] }
  return items.map(({ id }) => id)
}

test.for([
  ['the feed, to a visitor', '/job/finished', {}],
  ['the feed, to someone signed in', '/job/finished', { authorization }],
  ['my jobs', '/job', { authorization }],
] as const)('[R-API-6] %s: the offset defaults to 0 and the limit to 25', async ([, path, headers]) => {
  expect(await idsAt(path, headers)).toEqual(newestFirst.slice(0, 25))
  expect(await idsAt(`${path}?offset=2`, headers)).toEqual(newestFirst.slice(2, 27))
  expect(await idsAt(`${path}?limit=26`, headers)).toEqual(newestFirst.slice(0, 26))
  expect(await idsAt(`${path}?offset=26`, headers)).toEqual(newestFirst.slice(26))
})
