import { existsSync, readdirSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { failAttempt, finishAttempt, releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { startNodeSession } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { expect, onTestFinished, test } from 'vitest'
import { type MachineReader, openMachine } from '../availability/read-machine.ts'
import { agentHarness, SOON } from '../test/agent-harness.ts'

const harness = agentHarness()

/** What the node reported at each sign-in. */
const reportedReasons = () => harness.network.at(startNodeSession).map(({ body }) => body.away)
const childFolders = (dataDir: string) => join(dataDir, 'scratch', 'children')

/** A machine with a terminal, into which the test types. */
async function machineWithTerminal() {
  const root = await mkdtemp(join(tmpdir(), 'infra-machine-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const terminal = join(root, 'dev', 'pts', '1')
  await mkdir(join(root, 'dev', 'pts'), { recursive: true })
  await writeFile(terminal, '')
  const typed = async (minutesAgo: number) => {
    const at = new Date(Date.now() - minutesAgo * 60_000)
    await utimes(terminal, at, at)
  }
  await typed(60)
  return { machine: openMachine('linux', root), typed }
}

async function runLongJob() {
  const job = harness.network.submit('echo', { text: 'long', seconds: 50 })
  await expect.poll(() => harness.network.at(renewLease), SOON).not.toEqual([])
  return job
}

test('when somebody types, the node drops its job without failing it, and returns when the typing stops', async () => {
  const { machine, typed } = await machineWithTerminal()
  const agent = await harness.start({ NODE_IDLE_MINUTES: '5' }, machine)
  const { jobs } = await agent.ready
  await runLongJob()
  expect(reportedReasons()).toEqual([undefined])

  await typed(0)
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'in_use'])
  await expect.poll(jobs, SOON).toEqual([])
  expect(harness.greeting()).toMatchObject({ away: 'in_use', holding: [] })
  // Neither failed nor released, which would count against it.
  for (const report of [failAttempt, releaseAttempt, finishAttempt])
    expect(harness.network.at(report)).toEqual([])
  expect(agent.lines.join('\n')).toContain('No jobs for now: you are using this machine.')

  await typed(6)
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'in_use', undefined])
  const next = harness.network.submit('echo', { text: 'next', seconds: 0 })
  await expect.poll(() => harness.finishOf(next), SOON).toHaveLength(1)
})

test('a high load from other programs makes the node leave', async () => {
  let share = 0.1
  let busy = 0
  let last = performance.now()
  const machine: MachineReader = {
    ...openMachine(),
    cpuSeconds: async () => new Map(),
    // As if this share of the machine had been used since the last reading.
    busySeconds: () => {
      const now = performance.now()
      busy += (share * cpus().length * (now - last)) / 1000
      last = now
      return busy
    },
  }
  const agent = await harness.start({ NODE_MAX_LOAD: '50' }, machine)
  const { away } = await agent.ready
  await runLongJob()
  expect(away()).toBeUndefined()

  share = 0.9
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'load'])
})

test('togglePause pauses and resumes, and a pause ends warm children to free their memory', async () => {
  const agent = await harness.start()
  const { togglePause, away } = await agent.ready
  const job = harness.network.submit('echo', { text: 'a', seconds: 0 })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  const children = () =>
    existsSync(childFolders(agent.dataDir)) ? readdirSync(childFolders(agent.dataDir)) : []
  expect(children()).toHaveLength(1)

  togglePause()
  expect(away()).toBe('paused')
  await expect.poll(children, SOON).toEqual([])
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'paused'])

  togglePause()
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'paused', undefined])
})

test('a pause doesn’t drop a job whose result is already being sent', async () => {
  const requested = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const agent = await harness.start()
  const { togglePause } = await agent.ready
  harness.network.on(finishAttempt, async ({ body }) => {
    requested.resolve()
    await answer.promise
    const { claims, nodeSignature } = body
    const network = '0x1111111111111111111111111111111111111111' as const
    return { claims, nodeSignature, network, networkSignature: `0x${'2'.repeat(130)}` }
  })
  const job = harness.network.submit('echo', { text: 'done', seconds: 0 })
  await requested.promise

  togglePause()
  await expect.poll(reportedReasons, SOON).toEqual([undefined, 'paused'])
  expect(harness.greeting().holding).toEqual([job.attemptId])
  answer.resolve()
  await expect.poll(() => agent.lines.join('\n'), SOON).toMatch(`Job ${job.jobId} (echo): finished`)
})

test('a pause is reported as soon as an unavailable network answers again', async () => {
  const agent = await harness.start()
  const { togglePause, jobs } = await agent.ready
  await runLongJob()
  const signIn = harness.network.at(startNodeSession).length
  let refused = 0
  harness.network.on(startNodeSession, ({ body }) => {
    if (refused < 2) {
      refused += 1
      throw new Refusal('dependency_unavailable', 'Away.')
    }
    return { token: 'token', expiresAt: new Date(Date.now() + 900_000), slots: body.slots, warnings: [] }
  })

  togglePause()
  await expect.poll(jobs, SOON).toEqual([])
  await expect.poll(() => reportedReasons().length, SOON).toBe(signIn + 3)
  expect(harness.greeting()).toMatchObject({ away: 'paused', holding: [] })
})

test('a node outside its hours starts as away, and a setting that the machine can’t support is refused', async () => {
  const hour = new Date().getHours()
  const later = `${(hour + 3) % 24}:00-${(hour + 4) % 24}:00`
  const agent = await harness.start({ NODE_HOURS: later })
  const { away } = await agent.ready
  expect(away()).toBe('hours')
  expect(reportedReasons()[0]).toBe('hours')

  const withoutTemperature = { ...openMachine(), temperature: async () => undefined }
  const refused = await harness.start({ NODE_MAX_TEMPERATURE: '80' }, withoutTemperature)
  await expect(refused.ended).rejects.toMatchObject({
    exitCode: 2,
    message: 'NODE_MAX_TEMPERATURE: this machine does not report its temperature.',
  })
})

test('before an update a node takes no jobs and finishes its own, but leaves slow ones without blame', async () => {
  const patient = await harness.start()
  const { rest } = await patient.ready
  const job = harness.network.submit('echo', { text: 'short', seconds: 1 })
  await expect.poll(() => harness.network.at(renewLease), SOON).not.toEqual([])
  await rest('updating', 60_000)
  expect(harness.greeting()).toMatchObject({ away: 'updating', holding: [job.attemptId] })
  await expect.poll(() => harness.finishOf(job), SOON).toHaveLength(1)
  await patient.stop()

  const agent = await harness.start()
  const { rest: restAtOnce, jobs } = await agent.ready
  harness.network.submit('echo', { text: 'long', seconds: 50 })
  await expect.poll(jobs, SOON).toHaveLength(1)
  await restAtOnce('updating', 1)
  await expect.poll(jobs, SOON).toEqual([])
  await expect.poll(harness.greeting, SOON).toMatchObject({ away: 'updating', holding: [] })
  for (const report of [failAttempt, releaseAttempt]) expect(harness.network.at(report)).toEqual([])
})
