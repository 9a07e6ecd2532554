import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimJob, releaseAttempt } from '@infra/protocol/attempts'
import { endNodeSession } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'

const harness = agentHarness()

test('a second agent on the same folder is refused', async () => {
  const { dataDir, ready } = await harness.start()
  await ready
  const second = await harness.start({ NODE_DATA_DIR: dataDir })
  await expect(second.ended).rejects.toThrow('already running')
})

test('the next start deletes what a killed agent left in its scratch folder', async () => {
  const dataDir = await harness.dataDir()
  const left = join(dataDir, 'scratch', 'echo', 'job-x')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'someone-s-picture'), 'x')
  await (await harness.start({ NODE_DATA_DIR: dataDir })).ready
  expect(existsSync(left)).toBe(false)
})

test('a draining agent takes no more jobs, finishes the current one and ends its session', async () => {
  const agent = await harness.start()
  const job = harness.network.submit('echo', { text: 'nearly', seconds: 1 })
  await expect.poll(() => harness.network.at(claimJob).length, SOON).toBeGreaterThan(1)

  agent.drain()
  harness.network.submit('echo', { text: 'for another', seconds: 0 })
  await agent.ended

  expect(harness.finishes()).toEqual(harness.finishOf(job))
  expect(harness.finishOf(job)).toHaveLength(1)
  expect(harness.network.at(endNodeSession)).toHaveLength(1)
})

test('a job that isn’t done in time is released, and the scratch folder is deleted', async () => {
  const agent = await harness.start()
  const job = harness.network.submit('echo', { text: 'long', seconds: 50 })
  await expect.poll(() => harness.network.at(claimJob).length, SOON).toBeGreaterThan(1)

  agent.drain()
  await sleep(200)
  agent.release()
  await agent.ended

  expect(harness.network.at(releaseAttempt).map(({ params }) => params.id)).toEqual([job.attemptId])
  expect(harness.finishes()).toEqual([])
  expect(harness.network.at(endNodeSession)).toHaveLength(1)
  expect(existsSync(join(agent.dataDir, 'scratch'))).toBe(false)
})
