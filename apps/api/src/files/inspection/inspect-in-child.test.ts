import { execFileSync } from 'node:child_process'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { randomFrom } from '@infra/inference/random'
import type { OutputKind } from '@infra/protocol/apps/app'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { drawing, wavOf } from '../../test/inputs/sample-files.ts'
import { startTestApi } from '../../test/start-test-api.ts'
import { storeTestOutput } from '../../test/store-test-output.ts'
import { inspectInChild } from './inspect-in-child.ts'
import { inspectionPaths } from './inspection-paths.ts'

const { deps } = await startTestApi()

afterEach(async () => {
  expect(await readdir(deps.files.tempDir)).toEqual([])
})

/** Reproducible randomness: the same seed gives the same files. */
function chanceFrom(seed: number): (below: number) => number {
  const random = randomFrom(seed)
  return (below) => Math.floor(random() * below)
}

/** Flips bits, repeats and truncates, as zzuf does. */
function damage(bytes: Buffer, chance: (below: number) => number): Buffer {
  const copy = Buffer.from(bytes)
  for (let times = 1 + chance(12); times > 0; times--) {
    // Most of what decoders rely on is at the beginning of a file.
    const at = chance(chance(2) ? copy.length : Math.min(100, copy.length))
    copy[at] = chance(3) ? copy[at]! ^ (1 << chance(8)) : chance(256)
  }
  if (chance(8) === 0) return copy.subarray(0, chance(copy.length))
  if (chance(8) === 0) return Buffer.concat([copy, copy.subarray(chance(copy.length))])
  return copy
}

const SEED = Number(process.env.FUZZ_SEED ?? 20_261)
const FILES = Number(process.env.FUZZ_FILES ?? 150)
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="48">${'<path d="M0 0 C1 2 3 4 5 6 Z" fill="#fefefe" transform="translate(3,4)"/>'.repeat(9)}</svg>`

test(`[U43] ${FILES} damaged files cause no crash, and none takes two seconds (FUZZ_SEED=${SEED})`, async () => {
  const chance = chanceFrom(SEED)
  const picture = (alpha = false) => drawing({ width: 64, height: 48, alpha })
  const sound: [OutputKind, Buffer][] = [
    ['audio', wavOf({ seconds: 0.01 })],
    ['svg', Buffer.from(svg)],
    ['json', Buffer.from('{"a":[1,2,{"b":"ä"}]}')],
  ]
  const pictures = await Promise.all([
    picture().jpeg().toBuffer(),
    picture().jpeg({ progressive: true }).toBuffer(),
    picture()
      .withExif({ IFD0: { Artist: 'fox' } })
      .jpeg()
      .toBuffer(),
    picture(true).png().toBuffer(),
    picture().png({ palette: true }).toBuffer(),
    picture(true).webp().toBuffer(),
    picture().webp({ lossless: true }).toBuffer(),
  ])
  const whole = [...sound, ...pictures.map((bytes): [OutputKind, Buffer] => ['image', bytes])]
  const outcomes: Record<string, number> = {}
  for (let index = 0; index < FILES; index++) {
    const [kind, bytes] = whole[index % whole.length]!
    const outcome = await storeTestOutput(deps, kind, damage(bytes, chance)).then(
      () => 'kept',
      (error) => error.code ?? error,
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  const expected = ['corrupt_file', 'empty_file', 'kept', 'type_mismatch', 'validation_failed']
  expect(Object.keys(outcomes).filter((outcome) => !expected.includes(outcome))).toEqual([])
  // A test whose files are all refused at the first byte would prove nothing.
  expect(outcomes.kept).toBeGreaterThan(FILES / 20)
  expect(outcomes.corrupt_file).toBeGreaterThan(FILES / 20)
})

/** One line over another, thousands of times: it takes a drawing program minutes to fill it. */
const slowDrawing = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="2000"><path fill="#f00" d="M0 0${Array.from({ length: 400_000 }, (_, index) => `L${(index * 7919) % 2000} ${(index * 104_729) % 2000}`).join('')}"/></svg>`,
)

test('an inspector that crashes fails only its own file, and is replaced', async () => {
  const drawn = await drawing().png().toBuffer()
  await storeTestOutput(deps, 'image', drawn)
  const stored = storeTestOutput(deps, 'svg', slowDrawing)
  const refused = expect(stored).rejects.toMatchObject({
    code: 'corrupt_file',
    message: 'The file cannot be opened, or takes far too long.',
  })
  await wait(1_000)
  // Other files are inspected meanwhile.
  await storeTestOutput(deps, 'image', drawn)
  for (const inspector of inspectors()) process.kill(inspector, 'SIGKILL')
  await refused
  const many = await Promise.all(Array.from({ length: 6 }, () => storeTestOutput(deps, 'image', drawn)))
  expect(new Set(many.map(({ sha256 }) => sha256)).size).toBe(1)
  expect(inspectors().length).toBeLessThanOrEqual(2)
})

test('an inspector that is stopped does not make the file count as corrupt', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stored = storeTestOutput(deps, 'svg', slowDrawing)
  const refused = expect(stored).rejects.toMatchObject({ code: 'dependency_unavailable' })
  await wait(1_000)
  for (const inspector of inspectors()) process.kill(inspector, 'SIGSTOP')
  vi.advanceTimersByTime(60_000)
  await refused
  // This also resumes the idle one.
  for (const inspector of inspectors()) process.kill(inspector, 'SIGCONT')
  await storeTestOutput(deps, 'image', await drawing().png().toBuffer())
})

test('keeps a good file even if the idle inspectors have just been killed', async () => {
  const drawn = await drawing().png().toBuffer()
  for (let round = 0; round < 5; round++) {
    await Promise.all([storeTestOutput(deps, 'image', drawn), storeTestOutput(deps, 'image', drawn)])
    for (const inspector of inspectors()) process.kill(inspector, 'SIGKILL')
    // Before we could have learned of it.
    await Promise.all([storeTestOutput(deps, 'image', drawn), storeTestOutput(deps, 'image', drawn)])
  }
})

test('tries an inspector that exited unnoticed only once', async () => {
  const drawn = await drawing().png().toBuffer()
  await Promise.all([storeTestOutput(deps, 'image', drawn), storeTestOutput(deps, 'image', drawn)])
  const path = join(deps.files.tempDir, 'drawn')
  await writeFile(path, drawn)

  for (const inspector of inspectors()) process.kill(inspector, 'SIGKILL')
  // Both exit while this process is too busy to notice.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
  const inspected = inspectInChild({ path, as: { kind: 'image' }, model: undefined })
  await expect(inspected).resolves.toMatchObject({ mime: 'image/png' })
  await Promise.all([path, ...inspectionPaths(path).all].map((each) => rm(each, { force: true })))
})

test('the environment of an inspector contains no secrets', () => {
  const [inspector] = inspectors()
  const environment = execFileSync('ps', ['eww', '-o', 'command=', '-p', String(inspector)]).toString()
  expect(environment).toContain('inspector.ts')
  expect(environment).not.toMatch(/DATABASE_URL|S3_|PATH=/)
})

function inspectors(): number[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,command=']).toString().split('\n')
  return all.flatMap((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/)
    return Number(parent) === process.pid && command.join(' ').includes('inspection/inspector.ts')
      ? [Number(pid)]
      : []
  })
}
