import { LOG_LINE_CHARACTERS_MAX, LOG_LINES_MAX, sendNodeLog } from '@infra/protocol/nodes/node-log'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'
import { createLogSender, redact } from './send-log.ts'
import type { NodeCall } from './session.ts'

const KEY = `0x${'ab'.repeat(32)}`

test.for([
  ['cut-out 12: finished in 1.2 s.', 'cut-out 12: finished in 1.2 s.'],
  ['write 12: failed, app_failed. Unexpected token in "Dear Ada"', 'write 12: failed, app_failed.'],
  [`the key is ${KEY}.`, 'the key is ….'],
  ['token eyJhbGciOi.eyJzdWIi.c2ln refused', 'token … refused'],
  ['LINK_TOKEN hush-hush is used up', 'LINK_TOKEN … is used up'],
  ['http://me:pass@example.org/v1?key=1 is away', 'http://…@example.org/v1?… is away'],
  ['/home/ada/.infra-node/data/lock is held', '…/lock is held'],
  ['No room in "/mnt/secret project/x"', 'No room in "…/x"'],
  ['Nobody answers at https://infra.example/api/node', 'Nobody answers at https://infra.example/api/node'],
  ['\u001b[31mred\u001b[0m\u0000', 'red '],
] as const)('the line %j is sent as %j', ([line, sent]) => {
  expect(redact(line, ['hush-hush', ''])).toBe(sent)
})

test('long lines are cut, and only the latest lines wait to be sent', async () => {
  const calls: string[][] = []
  let isDown = true
  const call = (async (_: unknown, { body }: { body: { lines: string[] } }) => {
    if (isDown) throw new Error('down')
    calls.push(body.lines)
  }) as unknown as NodeCall
  const sender = createLogSender({ everyMs: 1 })
  onTestFinished(sender.stop)
  for (let n = 0; n <= LOG_LINES_MAX; n++) sender.write(`${n} ${'x'.repeat(300)}`)
  sender.start(call)
  isDown = false
  await vi.waitFor(() => expect(calls.flat()).toHaveLength(LOG_LINES_MAX), SOON)
  const lines = calls.flat()
  expect(lines[0]).toMatch(/^1 x/)
  expect(lines.at(-1)).toMatch(new RegExp(`^${LOG_LINES_MAX} x`))
  expect(Math.max(...lines.map((line) => line.length))).toBe(LOG_LINE_CHARACTERS_MAX)
})

const harness = agentHarness()

test('an agent sends its log if its operator opts in, and says so when it signs in', async () => {
  harness.network.on(sendNodeLog, () => undefined)
  await (await harness.start({ NODE_SEND_LOG: 'on', NODE_NAME: 'Kitchen' })).ready
  await expect
    .poll(() => harness.network.at(sendNodeLog).flatMap(({ body }) => body.lines), SOON)
    .toContainEqual(expect.stringContaining('Node "Kitchen"'))
  expect(harness.greeting().sendsLog).toBe(true)
})

test('an agent sends no log by default', async () => {
  const { ready, stop } = await harness.start()
  await ready
  expect(harness.greeting().sendsLog).toBe(false)
  await stop()
  expect(harness.network.at(sendNodeLog)).toEqual([])
})
