// @vitest-environment happy-dom
import type { CatalogueApp } from '@infra/protocol/apps'
import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test } from 'vitest'
import { offersFor } from './long-text-rules.ts'

const live = { nodes: 1, queued: 0, p50Seconds: null, p90Seconds: null, example: null }
const apps = catalogue
  .filter(({ state }) => state === 'published')
  .map((app) => ({ ...app, ...live })) as CatalogueApp[]
const namesFor = (text: string, among = apps) => offersFor(text, among).map(({ name }) => name)

test('a long text is offered to the apps that take it whole and are online', () => {
  const text = 'word '.repeat(60).trim()
  expect(namesFor(text)).toContain('Speak')
  expect(offersFor(text, apps).find(({ appId }) => appId === 'speak')).toMatchObject({
    kind: 'order',
    input: { text },
  })
  expect(namesFor('x'.repeat(2001))).not.toContain('Speak')
  expect(
    namesFor(
      text,
      apps.map((app) => ({ ...app, nodes: 0 })),
    ),
  ).toEqual([])
})
