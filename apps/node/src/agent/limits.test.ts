import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renewLease, uploadOutput } from '@infra/protocol/attempts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { agentStage, SOON } from '../test/agent-stage.ts'

const stage = agentStage()

test('apps whose weights exceed the disk limit are not offered to the network, and the agent says why', async () => {
  // Weights that are already there may stay and be used, so this cache is empty.
  const WEIGHTS_CACHE = await mkdtemp(join(tmpdir(), 'infra-no-weights-'))
  onTestFinished(() => rm(WEIGHTS_CACHE, { recursive: true, force: true }))
  const limits = { NODE_DISK_MB: '200', NODE_SLOTS: '4' }
  const agent = await stage.start({ NODE_APPS: 'echo,story-teller', ...limits, WEIGHTS_CACHE })
  await agent.ready
  const { apps, slots, disk } = stage.greeting()
  expect(apps.map(({ id }: { id: string }) => id)).toEqual(['echo'])
  // Half of the limit is for the files of jobs, 100 MB each.
  expect(slots).toBe(1)
  expect(disk.neededMb).toBeLessThanOrEqual(200)
  expect(agent.lines.join('\n')).toMatch(/"story-teller" is not served: .*NODE_DISK_MB leaves 100\./)
})

test('a job with slow transfers keeps its lease and finishes', async () => {
  const agent = await stage.start({ NODE_APPS: 'vectorise', NODE_DOWNLOAD_MBIT: '2', NODE_UPLOAD_MBIT: '2' })
  await agent.ready
  const { data } = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer({ resolveWithObject: true })
  // Readers ignore bytes after the end of a picture. At 2 Mbit they take three seconds.
  const picture = Buffer.concat([data, Buffer.alloc(750_000)])
  const job = stage.network.submit('vectorise', {}, { image: picture })
  await expect.poll(() => stage.finishOf(job), SOON).toHaveLength(1)
  expect(stage.network.at(renewLease).length).toBeGreaterThan(0)
  expect(stage.network.at(uploadOutput)[0]!.bytes.toString()).toContain('<svg')
})
