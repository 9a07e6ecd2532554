import { EventEmitter } from 'node:events'
import { releaseAttempt, renewLease } from '@infra/protocol/attempts'
import { getNodeSession, startNodeSession } from '@infra/protocol/nodes'
import { expect, onTestFinished, test, vi } from 'vitest'
import { agentHarness, SOON } from '../test/agent-harness.ts'
import { openTerminal } from './open-terminal.ts'
import { renderView, type ViewState } from './render-view.ts'

const harness = agentHarness()
const size = { columns: 80, rows: 24 }

const state: ViewState = {
  name: 'Kitchen',
  network: 'https://infra.example',
  version: '1.2.3',
  slots: 3,
  jobs: [
    { appId: 'cut-out', part: 0.5, stage: 'Removing the background', seconds: 72.4 },
    { appId: 'speak', part: 0, stage: 'Starting', seconds: 0 },
  ],
  away: undefined,
  seen: { whyNoJobs: null, finished: 14, creditsEarned: 1 },
  cores: 8,
  temperature: 54.4,
  isStopping: false,
  log: ['one', 'two'],
}

test('the screen shows what the node does, what it earned and which keys there are', () => {
  expect(renderView(state, size)).toEqual([
    'Kitchen: working',
    '',
    'Jobs     2 of 3',
    '  cut-out        ██████████░░░░░░░░░░   1:12  Removing the background',
    '  speak          ░░░░░░░░░░░░░░░░░░░░   0:00  Starting',
    'Today    14 jobs done, 1 credit earned',
    'Machine  8 cores, 54 °C',
    'Network  https://infra.example',
    'Agent    1.2.3',
    '',
    'one',
    'two',
    '',
    'p pause   Ctrl-C stop',
  ])
})

test.for<[string, Partial<ViewState>]>([
  ['Kitchen: waiting for jobs', {}],
  ['Kitchen: waiting for jobs', { seen: undefined }],
  [
    'Kitchen: no jobs. You set it to maintenance.',
    { seen: { whyNoJobs: 'You set it to maintenance.', finished: 0, creditsEarned: 0 } },
  ],
  ['Kitchen: no jobs for now, you are using this machine', { away: 'in_use' }],
  ['Kitchen: no jobs for now, you paused it', { away: 'paused' }],
  ['Kitchen: stopping, those under way get a moment', { away: 'paused', isStopping: true }],
])('the first line says: %s', ([sentence, change]) => {
  expect(renderView({ ...state, jobs: [], ...change }, size)[0]).toBe(sentence)
})

test('the view fits the window, and control characters in names are removed', () => {
  const log = Array.from({ length: 30 }, (_, line) => `line ${line}`)
  const small = renderView({ ...state, name: 'a\u001b[2Jb\r\nc', log }, { columns: 20, rows: 14 })
  expect(small).toHaveLength(14)
  expect(small.filter((line) => [...line].length > 20)).toEqual([])
  expect(small[0]).toBe('ab  c: working')
  expect(small.slice(-4)).toEqual(['line 28', 'line 29', '', 'p pause   Ctrl-C st…'])
})

test('keys pause, resume and stop a real agent, and the terminal is restored', async () => {
  harness.network.on(getNodeSession, () => ({
    state: 'online' as const,
    whyNoJobs: null,
    finished: 3,
    creditsEarned: 7,
  }))
  const agent = await harness.start()
  const input = Object.assign(new EventEmitter(), { setRawMode: vi.fn(), resume: vi.fn(), pause: vi.fn() })
  let written = ''
  const write = (text: string) => {
    written += text
  }
  const output = { columns: 80, rows: 24, write }
  const onStop = vi.fn()
  const terminal = openTerminal({
    config: { name: 'Kitchen', network: new URL('https://infra.example') },
    input: input as never,
    output: output as never,
    onStop,
  })
  onTestFinished(terminal.close)
  terminal.write('before')
  expect(written).toBe('before\n')

  terminal.show(await agent.ready)
  expect(input.setRawMode).toHaveBeenLastCalledWith(true)
  await expect.poll(() => written, SOON).toContain('3 jobs done, 7 credits earned')
  harness.network.submit('echo', { text: 'long', seconds: 50 })
  await expect.poll(() => harness.network.at(renewLease), SOON).not.toEqual([])
  await expect.poll(() => written, SOON).toContain('Kitchen: working')

  input.emit('data', Buffer.from('p'))
  await expect.poll(() => harness.network.at(startNodeSession).at(-1)!.body.away, SOON).toBe('paused')
  expect(written).toContain('Kitchen: no jobs for now, you paused it')
  expect(harness.network.at(releaseAttempt)).toEqual([])
  input.emit('data', Buffer.from('p'))
  await expect.poll(() => harness.network.at(startNodeSession).at(-1)!.body.away, SOON).toBeUndefined()

  input.emit('data', Buffer.from('\u0003'))
  expect(onStop).toHaveBeenCalledOnce()
  terminal.close()
  expect(input.setRawMode).toHaveBeenLastCalledWith(false)
  expect(written.endsWith('\u001b[?25h\u001b[?1049l')).toBe(true)
})
