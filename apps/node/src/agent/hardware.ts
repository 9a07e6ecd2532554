import { availableParallelism, totalmem } from 'node:os'
import { coresForJobs, type HardwareLimits } from '@infra/protocol/apps/slots-for'
import type { Hardware } from '@infra/protocol/nodes'

const MEGABYTE = 1024 * 1024
const BENCHMARK_MS = 100

/** Measured, not declared. Of the memory, only what the operator allows: the network uses it to choose jobs. */
export function measureHardware({ memoryMb = Infinity }: HardwareLimits = {}): Hardware {
  return {
    cores: availableParallelism(),
    memoryMb: Math.max(1, Math.min(memoryMb, Math.floor(memoryBytes() / MEGABYTE))),
    mflops: benchmark(),
    platform: `${process.platform} ${process.arch}`,
  }
}

/** For each job; with more threads than cores, jobs slow down under load. */
export function threadsFor(hardware: Hardware, slots: number, limits: HardwareLimits = {}): number {
  return Math.max(1, Math.floor(coresForJobs(hardware, limits) / slots))
}

/** A container's limit counts if it's below what the machine has. */
function memoryBytes(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/** Millions of multiply-adds per second on one core, measured with rows of a small matrix product for a moment. */
function benchmark(): number {
  const SIZE = 64
  const a = new Float32Array(SIZE * SIZE).fill(1.000001)
  const b = new Float32Array(SIZE * SIZE).fill(0.999999)
  const c = new Float32Array(SIZE * SIZE)
  let rounds = 0
  const startedAt = performance.now()
  do {
    multiply(a, b, c, SIZE)
    rounds += 1
  } while (performance.now() - startedAt < BENCHMARK_MS)
  const seconds = (performance.now() - startedAt) / 1000
  return Math.round((rounds * SIZE ** 3) / seconds / 1_000_000)
}

function multiply(a: Float32Array, b: Float32Array, c: Float32Array, size: number): void {
  for (let row = 0; row < size; row += 1) {
    for (let inner = 0; inner < size; inner += 1) {
      const factor = a[row * size + inner]!
      for (let column = 0; column < size; column += 1)
        c[row * size + column] = c[row * size + column]! + factor * b[inner * size + column]!
    }
  }
}
