import { tmpdir } from 'node:os'
import { findApp } from '@infra/protocol/apps/catalogue'
import { type Assignment, failAttempt } from '@infra/protocol/attempts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { expect, test, vi } from 'vitest'
import { limitBandwidth } from '../bandwidth/limit-bandwidth.ts'
import { createLog } from '../log.ts'
import { JobFailure } from '../runners/runner.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { performAttempt } from './attempt.ts'
import { trackJobs } from './running-jobs.ts'
import type { NodeCall } from './session.ts'

const never = new AbortController().signal
const FULL = 'ENOSPC: no space left on device, mkdtemp'

const diskFull = (): string => {
  throw new Error(FULL)
}
const childFull = () => Promise.reject(new JobFailure('app_failed', FULL))

test.for([
  ['in the agent', { scratchOf: diskFull }],
  ['in the child', { scratchOf: tmpdir, run: childFull }],
] as const)(
  'a full disk %s fails the attempt, but not for good, and suspends the app',
  async ([, broken]) => {
    const calls: [unknown, unknown][] = []
    const call = (async (endpoint: unknown, input: { body: unknown }) => {
      calls.push([endpoint, input.body])
    }) as unknown as NodeCall
    const suspend = vi.fn()
    const sandbox = { close: () => {}, run: async () => [], ...broken } as unknown as Sandbox
    const assignment = {
      attemptId: 'a',
      leaseToken: 't',
      jobId: 'j',
      app: { id: 'echo', version: 1 },
      input: { text: 'x' },
      files: {},
    } as unknown as Assignment

    await performAttempt(
      {
        session: { call, over: never },
        sandbox,
        adapters: {},
        weights: {
          isPresent: async () => true,
          ensure: async () => '',
          hold: async () => ({ folder: '', release: () => {} }),
        },
        bandwidth: limitBandwidth({ downMbit: undefined, upMbit: undefined }),
        account: privateKeyToAccount(generatePrivateKey()),
        served: { agent: '1', program: 'ab'.repeat(32), platform: 'test' },
        threads: 1,
        log: createLog('silent'),
        findApp,
        released: never,
        left: () => never,
        jobs: trackJobs(),
        suspend,
      },
      assignment,
    )

    const expected = { reason: 'app_failed', final: false, detail: expect.stringContaining('ENOSPC') }
    expect(calls).toEqual([[failAttempt, expected]])
    expect(suspend).toHaveBeenCalledWith('echo', expect.stringContaining('no space'))
  },
)
