import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devlogKinds, listDevlog } from '@infra/protocol/devlog'
import { afterAll, describe, expect, test } from 'vitest'
import { expectRefusal, readAnswer } from '../test/expect-refusal.ts'
import { startTestApi } from '../test/start-test-api.ts'
import { atomFeed } from './atom-rules.ts'
import { parseEntry } from './entry-rules.ts'
import { excerptOf } from './excerpt-rules.ts'
import { readDevlog } from './read-devlog.ts'

const { call, origin } = await startTestApi({ env: { PUBLIC_URL: 'https://infra.example' } })
const folder = await mkdtemp(join(tmpdir(), 'infra-devlog-'))
afterAll(() => rm(folder, { recursive: true }))

const good = {
  title: 'A new thing',
  date: '2026-11-15T10:00:00Z',
  version: '1.0.1',
  kind: 'feature',
}
const written = (facts: Record<string, string>, body = 'Some words about it.') =>
  `---\n${Object.entries(facts)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')}\n---\n${body}\n`

describe('GET /devlog', () => {
  test('[I-11] [R-API-5] lists the entries, newest first', async () => {
    const { items } = await call(listDevlog)
    expect(items.length).toBeGreaterThan(5)
    // Dates are unique because they decide what is new since a visit.
    expect(new Set(items.map(({ date }) => date.getTime())).size).toBe(items.length)
    expect(items.map(({ date }) => date.getTime())).toEqual(
      items.map(({ date }) => date.getTime()).toSorted((one, other) => other - one),
    )
    expect(items.find(({ id }) => id === 'ask-infra')).toMatchObject({ kind: 'feature', version: '1.0.1' })
  })

  test('filters by kind, and limits the number', async () => {
    const { items: all } = await call(listDevlog)
    for (const kind of devlogKinds) {
      expect((await call(listDevlog, { query: { kind } })).items).toEqual(
        all.filter((entry) => entry.kind === kind),
      )
    }
    expect((await call(listDevlog, { query: { limit: 2 } })).items).toEqual(all.slice(0, 2))
  })

  test.for(['kind=none', 'limit=0', 'limit=ten', 'page=2'])('refuses ?%s', async (query) => {
    expectRefusal(await readAnswer(fetch(`${origin}/api/devlog?${query}`)), {
      status: 422,
      code: 'validation_failed',
    })
  })
})

describe('an entry', () => {
  test('takes its id from its file name, and may name the reports that it closes', () => {
    const report = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
    expect(parseEntry('0042-a-new-thing.md', written({ ...good, closes: `${report}, ${report}` }))).toEqual({
      entry: {
        ...good,
        id: 'a-new-thing',
        date: new Date(good.date),
        body: 'Some words about it.',
        closes: [report, report],
      },
    })
  })

  test.for([
    ['x.md', written(good), /must be called like/],
    ['0001-A_B.md', written(good), /id: must be words/],
    ['0001-a.md', 'Just text.', /must begin with/],
    ['0001-a.md', written({ ...good, date: 'yesterday' }), /date: /],
    ['0001-a.md', written({ ...good, kind: 'rumour' }), /kind: /],
    ['0001-a.md', written({ ...good, version: 'one' }), /version: must look like/],
    ['0001-a.md', written({ ...good, title: '' }), /title: must have at least 4/],
    ['0001-a.md', written({ ...good, closes: '12' }), /closes.0: /],
    ['0001-a.md', written({ ...good, colour: 'red' }), /colour/],
    ['0001-a.md', written(good, ''), /body: must have at least 10/],
  ] as const)('in %s is refused with the file name and the problem', ([name, content, words]) => {
    const parsed = parseEntry(name, content)
    expect('problems' in parsed && parsed.problems.join('\n')).toMatch(words)
    expect('problems' in parsed && parsed.problems.every((problem) => problem.startsWith(`${name}: `))).toBe(
      true,
    )
  })

  test('that is invalid stops the start, and all invalid ones are named', async () => {
    await writeFile(join(folder, '0001-one.md'), written({ ...good, kind: 'rumour' }))
    await writeFile(join(folder, '0002-two.md'), 'no facts')
    await writeFile(join(folder, '0003-three.md'), written(good))
    await writeFile(join(folder, '0004-three.md'), written(good))
    await expect(readDevlog(folder)).rejects.toThrow(
      /^Bad devlog:\n.*0001-one\.md.*\n0002-two\.md.*\n2 entries are called "three"$/,
    )
  })
})

describe('the Atom feed', () => {
  test('has every entry with its address as its id', async () => {
    const answer = await readAnswer(fetch(`${origin}/api/devlog.atom`))
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    const { items } = await call(listDevlog)
    expect([...answer.body.matchAll(/<entry>/g)]).toHaveLength(items.length)
    for (const { id } of items) expect(answer.body).toContain(`<id>https://infra.example/devlog#${id}</id>`)
    expect(answer.body).toContain(
      '<link rel="self" type="application/atom+xml" href="https://infra.example/api/devlog.atom"/>',
    )
  })

  test('escapes markup, and leaves out characters that XML cannot contain', () => {
    const entry = {
      ...good,
      id: 'a',
      date: new Date(good.date),
      kind: 'fix' as const,
      title: '</title><script>&"',
      body: 'x\u0000\u000by ]]> <b>',
      closes: [],
    }
    const feed = atomFeed([entry], new URL('https://a.example'), new URL('https://a.example/devlog.atom'))
    expect(feed).toContain('<title>&#60;/title&#62;&#60;script&#62;&#38;&#34;</title>')
    expect(feed).toContain('<content type="text">xy ]]&#62; &#60;b&#62;</content>')
    expect(feed).toContain(`<updated>2026-11-15T10:00:00.000Z</updated>`)
  })
})

test.for([
  ['One **bold** [link](/x).\n\nMore.', 100, 'One bold link.'],
  ['a word and another', 10, 'a word…'],
  ['- a list\n- of two', 100, '- a list - of two'],
] as const)('an excerpt of %j in %d characters is %j', ([markdown, max, excerpt]) => {
  expect(excerptOf(markdown, max)).toBe(excerpt)
})
