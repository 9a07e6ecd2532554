import type { AppManifest } from '@infra/protocol/apps/app'
import { Hardware } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { measureHardware, slotsFor, threadsFor } from './hardware.ts'

const app = (memoryMb: number) => ({ limits: { runSeconds: 1, memoryMb } }) as AppManifest
const machine = (cores: number, memoryMb: number) => ({ cores, memoryMb, mflops: 1, platform: 'test' })

test('the hardware is measured', () => {
  const hardware = measureHardware()
  expect(Hardware.parse(hardware)).toEqual(hardware)
  expect(hardware.mflops).toBeGreaterThan(0)
})

test.for([
  // One core stays for the system.
  [machine(8, 64_000), [1024], 7, 1],
  [machine(2, 64_000), [1024], 1, 1],
  [machine(1, 64_000), [1024], 1, 1],
  // The hungriest app must fit as often.
  [machine(8, 8_000), [64, 2048], 2, 3],
  [machine(8, 1_000), [64, 2048], 1, 7],
  // The network gives no node more.
  [machine(64, 640_000), [64], 16, 3],
] as const)(
  '%j with apps of %j MB runs %i at once, with %i threads each',
  ([hardware, memory, slots, threads]) => {
    expect(slotsFor(hardware, memory.map(app))).toBe(slots)
    expect(threadsFor(hardware, slots)).toBe(threads)
  },
)
