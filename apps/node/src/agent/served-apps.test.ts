import { catalogue } from '@infra/protocol/apps/catalogue'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { appsFor, serveApps } from './served-apps.ts'

const lines: string[] = []
const log = createLog('info', (line) => lines.push(line))
const machine = { cores: 4, memoryMb: 8_000, mflops: 1, platform: 'test' }
const ids = (apps: { id: string }[]) => apps.map(({ id }) => id).sort()

const adapter = { check: async () => {}, run: async () => ({ outputs: [], facts: { engine: 'test' } }) }

test('every app in the catalogue has a runner, except those that need another program', () => {
  const others = ids(appsFor(machine, undefined, {}, log))
  expect(ids([...catalogue].filter(({ id }) => !others.includes(id)))).toEqual(['imagine', 'write'])
  expect(ids(appsFor(machine, undefined, { imagine: adapter, write: adapter }, log))).toEqual(
    ids([...catalogue]),
  )
})

test('serves only apps that the operator chose and that fit in memory, and logs why others are left out', () => {
  expect(ids(appsFor(machine, ['echo', 'nonsense'], {}, log))).toEqual(['echo'])
  expect(ids(appsFor({ ...machine, memoryMb: 100 }, undefined, {}, log))).toEqual(['echo'])
  expect(lines.join('\n')).toMatch(/"nonsense".*"cut-out" needs 1024 MB/s)
})

test('a suspended app is not served until it can run again', async () => {
  const onChange = vi.fn()
  const canServe = vi.fn(async () => canServe.mock.calls.length > 1)
  const served = serveApps(appsFor(machine, ['echo', 'vectorise'], {}, log), {
    canServe,
    onChange,
    suspendedMs: 20,
  })

  served.suspend('vectorise')
  served.suspend('vectorise')
  expect(ids(served.list())).toEqual(['echo'])
  expect(onChange).toHaveBeenCalledTimes(1)

  await expect.poll(() => ids(served.list())).toEqual(['echo', 'vectorise'])
  expect(canServe).toHaveBeenCalledTimes(2)
  expect(onChange).toHaveBeenCalledTimes(2)
})
