import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findApp } from '@infra/protocol/apps/catalogue'
import type { Assignment } from '@infra/protocol/attempts'
import { afterAll, expect, test } from 'vitest'
import { limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import { sha256 } from '../test/scripted-network.ts'
import { sendOutputs } from './send-outputs.ts'
import type { NodeCall } from './session.ts'

const root = await mkdtemp(join(tmpdir(), 'infra-outputs-'))
afterAll(() => rm(root, { recursive: true }))

const call = (async (_endpoint: unknown, { file }: { file: Blob }) => ({
  sha256: sha256(await file.text()),
  bytes: file.size,
})) as unknown as NodeCall
const bandwidth = limitBandwidth({ downMbit: undefined, upMbit: undefined })
const sending = { call, assignment: {} as Assignment, bandwidth, signal: new AbortController().signal }

test('uploads a file that the job made', async () => {
  const path = join(root, 'drawing.svg')
  await writeFile(path, '<svg/>')
  expect(await sendOutputs(sending, findApp('vectorise')!, [{ name: 'drawing', kind: 'svg', path }])).toEqual(
    [{ name: 'drawing', kind: 'svg', sha256: sha256('<svg/>') }],
  )
})

test('outputs that the app doesn’t declare, or that are too long, are refused', async () => {
  const outputs = [{ name: 'text', kind: 'text' as const, text: 'x' }]
  await expect(sendOutputs(sending, findApp('vectorise')!, outputs)).rejects.toMatchObject({
    reason: 'app_failed',
    message: 'The runner made text (text), not drawing (svg).',
  })
  await expect(
    sendOutputs(sending, findApp('echo')!, [{ ...outputs[0]!, text: 'x'.repeat(100_001) }]),
  ).rejects.toMatchObject({ reason: 'output_refused' })
})
