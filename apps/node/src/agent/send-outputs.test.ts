import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Assignment } from '@infra/protocol/attempts'
import { findApp } from '@infra/protocol/catalogue'
import { afterAll, expect, test } from 'vitest'
import { sha256 } from '../test/scripted-network.ts'
import { sendOutputs } from './send-outputs.ts'
import type { NodeCall } from './session.ts'

const root = await mkdtemp(join(tmpdir(), 'infra-outputs-'))
afterAll(() => rm(root, { recursive: true }))
const scratch = join(root, 'scratch')
await mkdir(join(scratch, 'deep'), { recursive: true })
await writeFile(join(root, 'node.key'), 'secret')
await writeFile(join(scratch, 'deep', 'drawing.svg'), 'deep')
await symlink(join(root, 'node.key'), join(scratch, 'link.svg'))
await symlink(root, join(scratch, 'up'))

const sent: string[] = []
const call = (async (_endpoint: unknown, { file }: { file: Blob }) => {
  sent.push(await file.text())
  return { sha256: sha256(await file.text()), bytes: file.size }
}) as unknown as NodeCall

const send = (path: string) =>
  sendOutputs(
    { call, assignment: {} as Assignment, scratch, signal: new AbortController().signal },
    findApp('vectorise')!,
    [{ name: 'drawing', kind: 'svg', path }],
  )

test('a file in the folder of the job is sent', async () => {
  await writeFile(join(scratch, 'drawing.svg'), '<svg/>')
  expect(await send(join(scratch, 'drawing.svg'))).toEqual([
    { name: 'drawing', kind: 'svg', sha256: sha256('<svg/>') },
  ])
})

test.for([
  join(root, 'node.key'),
  join(scratch, '..', 'node.key'),
  join(scratch, 'link.svg'),
  join(scratch, 'up', 'node.key'),
  join(scratch, 'deep', 'drawing.svg'),
  join(scratch, 'missing.svg'),
  scratch,
])('%s is not sent, whatever the child says', async (path) => {
  await expect(send(path)).rejects.toMatchObject({ reason: 'app_failed' })
  expect(sent).not.toContain('secret')
})

test('other outputs than those of the app are the fault of the runner', async () => {
  const sending = { call, assignment: {} as Assignment, scratch, signal: new AbortController().signal }
  const outputs = [{ name: 'text', kind: 'text' as const, text: 'x' }]
  await expect(sendOutputs(sending, findApp('vectorise')!, outputs)).rejects.toMatchObject({
    reason: 'app_failed',
    message: 'The runner made text (text), not drawing (svg).',
  })
  await expect(
    sendOutputs(sending, findApp('echo')!, [{ ...outputs[0]!, text: 'x'.repeat(100_001) }]),
  ).rejects.toMatchObject({ reason: 'output_refused' })
})
