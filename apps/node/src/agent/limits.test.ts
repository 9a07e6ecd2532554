import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renewLease, uploadOutput } from '@infra/protocol/attempts'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'

const harness = agentHarness()

test('apps whose weights exceed the disk limit are not offered to the network, and the agent says why', async () => {
  // Weights that are already there may stay and be used, so this cache is empty.
  const WEIGHTS_CACHE = await mkdtemp(join(tmpdir(), 'infra-no-weights-'))
  onTestFinished(() => rm(WEIGHTS_CACHE, { recursive: true, force: true }))
  const limits = { NODE_DISK_MB: '200', NODE_SLOTS: '4' }
  const agent = await harness.start({ NODE_APPS: 'echo,story-teller', ...limits, WEIGHTS_CACHE })
  await agent.ready
  const { apps, slots, disk } = harness.greeting()
  expect(apps.map(({ id }: { id: string }) => id)).toEqual(['echo'])
  // Half of the limit is for the files of jobs, 100 MB each.
  expect(slots).toBe(1)
  expect(disk.neededMb).toBeLessThanOrEqual(200)
  expect(agent.lines.join('\n')).toMatch(/"story-teller" is not served: .*NODE_DISK_MB leaves 100\./)
})

test('a job with slow transfers keeps its lease and finishes', async () => {
  const agent = await harness.start({
    NODE_APPS: 'vectorise',
    NODE_DOWNLOAD_MBIT: '2',
    NODE_UPLOAD_MBIT: '2',
  })
  await agent.ready
  const { data } = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer({ resolveWithObject: true })
  // Readers ignore bytes after the end of a picture. At 2 Mbit they take three seconds.
  const picture = Buffer.concat([data, Buffer.alloc(750_000)])
  const job = harness.network.submit('vectorise', {}, { image: picture })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  expect(harness.network.at(renewLease).length).toBeGreaterThan(0)
  expect(harness.network.at(uploadOutput)[0]!.bytes.toString()).toContain('<svg')
})
