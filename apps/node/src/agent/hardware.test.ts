import type { AppManifest } from '@infra/protocol/apps/app'
import { slotsFor } from '@infra/protocol/apps/slots-for'
import { Hardware } from '@infra/protocol/nodes'
import { expect, test } from 'vitest'
import { measureHardware, threadsFor } from './hardware.ts'

const app = (memoryMb: number) => ({ limits: { runSeconds: 1, memoryMb } }) as AppManifest
const machine = (cores: number, memoryMb: number) => ({ cores, memoryMb, mflops: 1, platform: 'test' })

test('measures hardware that the protocol accepts', () => {
  const hardware = measureHardware()
  expect(Hardware.parse(hardware)).toEqual(hardware)
  expect(hardware.mflops).toBeGreaterThan(0)
})

test.for([
  // One core is left for the system.
  [machine(8, 64_000), [1024], 7, 1],
  [machine(2, 64_000), [1024], 1, 1],
  [machine(1, 64_000), [1024], 1, 1],
  // The app that needs the most memory must fit once per slot.
  [machine(8, 8_000), [64, 2048], 2, 3],
  [machine(8, 1_000), [64, 2048], 1, 7],
  // The network gives no node more slots than this.
  [machine(64, 640_000), [64], 16, 3],
] as const)(
  '%j with apps of %j MB runs %i jobs at once with %i threads each',
  ([hardware, memory, slots, threads]) => {
    expect(slotsFor(hardware, memory.map(app))).toBe(slots)
    expect(threadsFor(hardware, slots)).toBe(threads)
  },
)

test.for([
  // Everything that the operator allows is for jobs.
  [{ cores: 4 }, 4, 1],
  [{ cores: 100 }, 8, 1],
  [{ memoryMb: 2048 }, 2, 3],
  [{ memoryMb: 1_000_000 }, 7, 1],
  [{ cores: 3, memoryMb: 1024 }, 1, 3],
] as const)('limited to %j, %i jobs run at once with %i threads each', ([limits, slots, threads]) => {
  expect(slotsFor(machine(8, 64_000), [app(1024)], limits)).toBe(slots)
  expect(threadsFor(machine(8, 64_000), slots, limits)).toBe(threads)
})

test('reports the operator’s memory limit to the network, but no more than the machine has', () => {
  expect(measureHardware({ memoryMb: 700 }).memoryMb).toBe(700)
  expect(measureHardware({ memoryMb: 100_000_000 }).memoryMb).toBe(measureHardware().memoryMb)
})
