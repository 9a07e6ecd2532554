import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { claimJob, releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { getEstimate } from '@infra/protocol/earning/estimates'
import { endNodeSession, getNode, requestNodeChallenge } from '@infra/protocol/nodes'
import { Refusal } from '@infra/protocol/refusal'
import { afterEach, expect, test } from 'vitest'
import { agentHarness, SOON } from './test/agent-harness.ts'

const MAIN = join(import.meta.dirname, 'main.ts')
const harness = agentHarness()
const started: ChildProcess[] = []

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** The real program, as the stack or a person starts it. */
async function program(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      API_URL: harness.network.prefix,
      NODE_DATA_DIR: await harness.dataDir(),
      NODE_APPS: 'echo',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  started.push(child)
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  child.stderr!.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'exit').then(([code]) => code as number)
  return { child, ended, output: () => output }
}

async function runningProgram(environment: Record<string, string> = {}) {
  const running = await program([], environment)
  await once(running.child, 'message')
  const job = harness.network.submit('echo', { text: 'x', seconds: 50 })
  await expect.poll(() => harness.network.at(renewLease), SOON).not.toEqual([])
  return { ...running, job }
}

test('prints help, and reports unknown commands and invalid settings', async () => {
  const help = await program(['--help'])
  expect(await help.ended).toBe(0)
  expect(help.output()).toContain('infra-node doctor')

  const wrong = await program(['dance'])
  expect(await wrong.ended).toBe(2)
  expect(wrong.output()).toContain('There is no command "dance"')

  const settings = await program([], {
    NODE_SLOTS: 'many',
    NODE_HOURS: 'at night',
    API_URL: 'nowhere',
    LOG_LEVEL: 'loud',
  })
  expect(await settings.ended).toBe(2)
  for (const name of ['NODE_SLOTS', 'NODE_HOURS', 'API_URL', 'LOG_LEVEL'])
    expect(settings.output()).toContain(name)
})

test('the agent reports when it is ready; on SIGTERM it releases its job and exits with 0', async () => {
  const { child, ended, job } = await runningProgram()

  child.kill('SIGTERM')
  expect(await ended).toBe(0)

  expect(harness.network.at(releaseAttempt).map(({ params }) => params.id)).toEqual([job.attemptId])
  expect(harness.network.at(endNodeSession)).toHaveLength(1)
})

test('a second signal stops the agent without waiting', async () => {
  const { child, ended } = await runningProgram()
  const askedAt = performance.now()

  child.kill('SIGINT')
  await new Promise((resolve) => setTimeout(resolve, 200))
  child.kill('SIGINT')

  expect(await ended).toBe(0)
  expect(performance.now() - askedAt).toBeLessThan(4_000)
  expect(harness.network.at(releaseAttempt)).toHaveLength(1)
})

test('the agent ends when the process that started it is gone', async () => {
  const { child, ended } = await runningProgram()

  child.disconnect()

  expect(await ended).toBe(0)
  expect(harness.network.at(releaseAttempt)).toHaveLength(1)
})

test('SIGTERM ends the agent at once while it waits for the network', async () => {
  await harness.network.down()
  const { child, ended, output } = await program([])
  await expect.poll(output, SOON).toContain('Trying again')

  child.kill('SIGTERM')

  expect(await ended).toBe(0)
  await harness.network.up()
})

test('the agent exits with code 3 if another machine uses its key', async () => {
  const { ended, output } = await program([])
  harness.network.on(claimJob, () => {
    throw new Refusal('session_superseded', 'Signed in elsewhere.')
  })

  expect(await ended).toBe(3)
  expect(output()).toContain('Another machine signed in with the key of this node')
})

test('doctor checks everything, runs a real job and says what to do', async () => {
  harness.network.on(getNode, () => {
    throw new Refusal('not_found', 'There is no such node.')
  })
  const { ended, output } = await program(['doctor'], {
    NODE_APPS: 'echo,vectorise',
    NODE_ON_BATTERY: 'off',
  })

  expect(await ended).toBe(1)
  expect(output()).toMatch(/ok\s+Node\.js\s+v26/)
  expect(output()).toMatch(/ok\s+Network\s+http.* answers/)
  expect(output()).toMatch(/FAIL\s+Linked\s+This node has no key yet\. Run "infra-node link"/)
  expect(output()).toMatch(/ok\s+App echo\s+said "Hello" back/)
  expect(output()).toMatch(/ok\s+App vectorise\s+traced a picture into curves/)
  expect(output()).toMatch(/ok\s+Availability\s+(takes jobs now|no jobs now: this machine runs on battery)/)
  expect(output()).toContain('1 of 9 checks failed.')
})

test('link ends once the machine is linked, and status shows what the network knows', async () => {
  const NODE_DATA_DIR = await harness.dataDir()
  const linking = await program(['link'], { NODE_DATA_DIR })
  expect(await linking.ended).toBe(0)
  expect(linking.output()).toMatch(/Linked\. This node is 0x/)
  expect(harness.greeting().apps).toEqual([])

  harness.network.on(getNode, ({ params }) => ({
    id: params.id as `0x${string}`,
    name: 'Kitchen',
    operator: null,
    state: 'online' as const,
    maintenanceReason: null,
    away: null,
    hardware: null,
    agentVersion: null,
    sandbox: null,
    apps: ['echo'],
    slots: 2,
    running: 1,
    jobsDone: 7,
    success: null,
    p50Seconds: null,
    uptime: { day: 1, week: 1, month: 1 },
    lastDay: { finishedByHour: [], failed: 0 },
    creditsEarned: 19,
    createdAt: new Date(),
    lastSeenAt: null,
  }))
  const status = await program(['status'], { NODE_DATA_DIR })
  expect(await status.ended).toBe(0)
  expect(status.output()).toMatch(/Agent\s+\d\S+, not running/)
  expect(status.output()).toContain(`Network    ${new URL(harness.network.prefix).origin}\n`)
  expect(status.output()).toMatch(/Running\s+1 of 2/)
  expect(status.output()).toMatch(/Earned\s+19 credits/)
})

test('[finding S15] start, link and doctor refuse to sign in to another network', async () => {
  const settings = { NETWORK_URL: 'https://infra.example' }
  const words = `asks this node to sign in to ${new URL(harness.network.prefix).origin}, not to https://infra.example.`
  for (const command of ['start', 'link']) {
    const { child, ended, output } = await program([command], settings)
    expect(await Promise.race([ended, once(child, 'message')])).toBe(2)
    expect(output()).toContain(words)
  }
  const doctor = await program(['doctor'], settings)
  expect(await doctor.ended).toBe(1)
  expect(doctor.output()).toMatch(/FAIL\s+Network/)
  expect(doctor.output()).toContain(words)
  expect(harness.network.received.filter(({ endpoint }) => endpoint !== requestNodeChallenge)).toEqual([])
})

test('doctor --quick needs no network; in a checkout update is refused, and start has no --check', async () => {
  await harness.network.down()
  const [doctor, update, start] = [
    await program(['doctor', '--quick']),
    await program(['update', '--check']),
    await program(['start', '--check']),
  ]
  expect(await doctor.ended).toBe(0)
  expect(doctor.output()).toMatch(/^ok {4}App echo /m)
  expect(await update.ended).toBe(2)
  expect(update.output()).toContain('Only an installed agent updates itself.')
  expect(await start.ended).toBe(2)
  expect(start.output()).toContain('infra-node start has no --check.')
  await harness.network.up()
})

test('estimate asks for this machine as configured, before it is linked, and prints what the Nodes screen says', async () => {
  const app = { appId: 'vectorise', asked: 40, done: 5, credits: 21 }
  harness.network.on(getEstimate, () => ({
    jobs: 1_240,
    credits: { low: 120, high: 230 },
    firstWeek: null,
    slots: 2,
    apps: [{ ...app, limits: [{ reason: 'hours' as const, jobs: 35 }] }],
    additions: [{ kind: 'app' as const, appId: 'speak', credits: 90 }],
  }))
  const settings = { NODE_APPS: 'vectorise', NODE_SLOTS: '2', NODE_HOURS: '22:00-07:00', TZ: 'UTC' }
  const { ended, output } = await program(['estimate'], settings)
  expect(await ended).toBe(0)
  const { apps, slots, hours, node } = harness.network.at(getEstimate)[0]!.query
  expect({ apps, slots, hours, node }).toEqual({
    apps: 'vectorise',
    slots: '2',
    hours: '22-7',
    node: undefined,
  })
  expect(output()).toMatch(/^This machine: \d+ cores, \d+ MB, from 22:00 to 7:00 UTC, Vectorise\.$/m)
  expect(output()).toContain('120 to 230 credits per week\nIn about 9 of 10 weeks like the last one')
  expect(output()).toContain('Serve Speak: about 90 more per week')
  expect(output()).toContain('Vectorise: 5 of 40 jobs, about 21 credits\n    35 came outside its hours.')
})

test('estimate promises nothing on an empty network, asks for a linked node by its id, and prints JSON', async () => {
  const NODE_DATA_DIR = await harness.dataDir()
  await (await program(['link'], { NODE_DATA_DIR })).ended
  const nothing = { jobs: 0, credits: null, firstWeek: null, slots: 1, apps: [], additions: [] }
  harness.network.on(getEstimate, () => nothing)
  const printed = await program(['estimate'], { NODE_DATA_DIR })
  expect(await printed.ended).toBe(0)
  expect(printed.output()).toContain('Too few jobs to tell.\nIn the last seven days, people ordered no jobs')
  const { ended, output } = await program(['estimate', '--json'], { NODE_DATA_DIR })
  expect(await ended).toBe(0)
  const { machine, estimate } = JSON.parse(output())
  expect(estimate).toEqual(nothing)
  expect(machine.node).toBe(harness.network.at(getEstimate)[1]!.query.node)
  expect(machine.node.toLowerCase()).toBe(harness.greeting().node.toLowerCase())
  await harness.network.down()
  const away = await program(['estimate'], { NODE_DATA_DIR })
  expect(await away.ended).toBe(1)
  expect(away.output()).toContain('The network did not answer.')
  await harness.network.up()
})
