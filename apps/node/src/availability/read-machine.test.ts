import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { measureLoad } from './measure-load.ts'
import { cpuSecondsOf, idleMsOf, lastInputOf, openMachine } from './read-machine.ts'

const MINUTE = 60_000

/** A machine with these files. */
async function machineWith(files: Record<string, string>) {
  const root = await mkdtemp(join(tmpdir(), 'infra-machine-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), content)
  }
  return { root, machine: openMachine('linux', root) }
}

test('a machine is idle since the last keystroke in any of its terminals', async () => {
  const { root, machine } = await machineWith({
    'dev/pts/0': '',
    'dev/pts/ptmx': '',
    'dev/tty1': '',
    'dev/ttyS0': '',
  })
  const typed = async (name: string, ago: number) => {
    const at = new Date(Date.now() - ago)
    await utimes(join(root, 'dev', name), at, at)
  }
  for (const name of ['pts/0', 'tty1']) await typed(name, 60 * MINUTE)
  expect(await machine.idleMs()).toBeGreaterThanOrEqual(60 * MINUTE)
  expect(await machine.idleMs()).toBeLessThan(90 * MINUTE)

  await typed('tty1', 0)
  expect(await machine.idleMs()).toBeLessThan(30 * MINUTE)
})

test('a desktop that can’t be queried counts as in use', async () => {
  const desktop = 'UID=1000\nACTIVE=1\nTYPE=wayland\nCLASS=user\n'
  const { machine } = await machineWith({ 'run/systemd/sessions/no_such_session': desktop })
  expect(await machine.idleMs()).toBeLessThan(MINUTE)
})

test('a machine without terminals or sensors has no idle time, no temperature and no battery', async () => {
  const { machine } = await machineWith({})
  expect(await machine.idleMs()).toBeUndefined()
  expect(await machine.temperature()).toBeUndefined()
  expect(await machine.isOnBattery()).toBe(false)
})

test.for([
  [true, { 'BAT0/type': 'Battery\n', 'BAT0/status': 'Discharging\n', 'AC/type': 'Mains\n' }],
  [false, { 'BAT0/type': 'Battery\n', 'BAT0/status': 'Charging\n' }],
  [false, { 'mouse/type': 'Battery\n', 'mouse/scope': 'Device\n', 'mouse/status': 'Discharging\n' }],
  [false, { 'AC/type': 'Mains\n', 'AC/online': '1\n' }],
] as const)('on battery: %s with %j', async ([isOnBattery, supplies]) => {
  const files = Object.entries(supplies).map(([path, text]) => [`sys/class/power_supply/${path}`, text])
  const { machine } = await machineWith(Object.fromEntries(files))
  expect(await machine.isOnBattery()).toBe(isOnBattery)
})

test('the hottest thermal zone counts; other sensors count only if there are no zones', async () => {
  const hwmon = { 'sys/class/hwmon/hwmon0/temp1_input': '91000\n' }
  const zones = {
    'sys/class/thermal/thermal_zone0/temp': '45500\n',
    'sys/class/thermal/thermal_zone1/temp': '61000\n',
    'sys/class/thermal/thermal_zone2/temp': '-274000\n',
    'sys/class/thermal/cooling_device0/temp': '99000\n',
  }
  expect(await (await machineWith({ ...hwmon, ...zones })).machine.temperature()).toBe(61)
  expect(await (await machineWith(hwmon)).machine.temperature()).toBe(91)
})

test('parses the output of loginctl, ioreg and ps', () => {
  const ago = (minutes: number) => Date.now() - minutes * MINUTE
  const idle = (minutes: number) => `IdleHint=yes\nIdleSinceHint=${Math.round(ago(minutes) * 1000)}\n`
  expect(lastInputOf(`${idle(20)}\n${idle(7)}`)).toBeCloseTo(ago(7), -4)
  expect(lastInputOf(`${idle(20)}\nIdleHint=no\nIdleSinceHint=0\n`)).toBeCloseTo(Date.now(), -4)

  expect(idleMsOf('  | "HIDIdleTime" = 4200000000\n  | "HIDIdleTime" = 1500000000\n')).toBe(1500)
  expect(idleMsOf('nothing of the kind')).toBeUndefined()

  expect(cpuSecondsOf('  501   0:12.50\n12345 1:02:03.00\n')).toEqual(
    new Map([
      [501, 12.5],
      [12345, 3723],
    ]),
  )
})

test('a short burst doesn’t count as load: the lowest of three readings counts', async () => {
  let share = 0.9
  let busy = 0
  let last = performance.now()
  const read = measureLoad(
    {
      cpuSeconds: async () => new Map(),
      busySeconds: () => {
        const now = performance.now()
        busy += (share * cpus().length * (now - last)) / 1000
        last = now
        return busy
      },
    },
    () => [],
  )
  const load = async () => {
    const startedAt = performance.now()
    // A reading right after the last one means nothing.
    while (performance.now() - startedAt < 20) await setImmediate()
    return read()
  }
  expect([await load(), await load(), await load()]).toEqual([undefined, undefined, undefined])
  expect(await load()).toBeGreaterThan(50)
  share = 0.1
  expect(await load()).toBeLessThan(50)
  share = 0.9
  for (const _ of [1, 2]) expect(await load()).toBeLessThan(50)
  expect(await load()).toBeGreaterThan(50)
})

test('the load of other programs counts, and that of our own doesn’t', async () => {
  const spinning = spawn(process.execPath, ['-e', 'for (;;);'])
  onTestFinished(() => void spinning.kill('SIGKILL'))
  const machine = openMachine()
  const [asOthers, asOurs] = [measureLoad(machine, () => []), measureLoad(machine, () => [spinning.pid!])]

  const difference = async () => {
    const [others, ours] = [await asOthers(), await asOurs()]
    return others === undefined || ours === undefined ? 0 : others - ours
  }
  await expect.poll(difference, { timeout: 60_000, interval: 300 }).toBeGreaterThan(5)
})
