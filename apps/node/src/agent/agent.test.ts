import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimJob, releaseAttempt } from '@infra/protocol/attempts'
import { endNodeSession } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { agentStage, SOON } from '../test/agent-stage.ts'

const stage = agentStage()

test('a second agent on the same folder is refused', async () => {
  const { dataDir, ready } = await stage.start()
  await ready
  const second = await stage.start({ NODE_DATA_DIR: dataDir })
  await expect(second.ended).rejects.toThrow('already running')
})

test('the next start deletes what a killed agent left in its scratch folder', async () => {
  const dataDir = await stage.dataDir()
  const left = join(dataDir, 'scratch', 'echo', 'job-x')
  await mkdir(left, { recursive: true })
  await writeFile(join(left, 'someone-s-picture'), 'x')
  await (await stage.start({ NODE_DATA_DIR: dataDir })).ready
  expect(existsSync(left)).toBe(false)
})

test('a draining agent takes no more jobs, finishes the current one and ends its session', async () => {
  const agent = await stage.start()
  const job = stage.network.submit('echo', { text: 'nearly', seconds: 1 })
  await expect.poll(() => stage.network.at(claimJob).length, SOON).toBeGreaterThan(1)

  agent.drain()
  stage.network.submit('echo', { text: 'for another', seconds: 0 })
  await agent.ended

  expect(stage.finishes()).toEqual(stage.finishOf(job))
  expect(stage.finishOf(job)).toHaveLength(1)
  expect(stage.network.at(endNodeSession)).toHaveLength(1)
})

test('a job that isn’t done in time is released, and the scratch folder is deleted', async () => {
  const agent = await stage.start()
  const job = stage.network.submit('echo', { text: 'long', seconds: 50 })
  await expect.poll(() => stage.network.at(claimJob).length, SOON).toBeGreaterThan(1)

  agent.drain()
  await sleep(200)
  agent.release()
  await agent.ended

  expect(stage.network.at(releaseAttempt).map(({ params }) => params.id)).toEqual([job.attemptId])
  expect(stage.finishes()).toEqual([])
  expect(stage.network.at(endNodeSession)).toHaveLength(1)
  expect(existsSync(join(agent.dataDir, 'scratch'))).toBe(false)
})
