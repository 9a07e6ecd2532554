import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Readings are undefined if the machine doesn't report them. */
export interface MachineReader {
  /** Whether `idleMs` covers desktops, and not only terminals. */
  seesDesktops: boolean
  /** Since the last key press or mouse movement. */
  idleMs: () => Promise<number | undefined>
  /** Whether it runs on battery; always false for a machine without one. */
  isOnBattery: () => Promise<boolean | undefined>
  /** The warmest place, in degrees Celsius. */
  temperature: () => Promise<number | undefined>
  /** Seconds of one core that all processors were busy so far. */
  busySeconds: () => number
  /** Seconds of one core that these processes took so far. */
  cpuSeconds: (pids: readonly number[]) => Promise<Map<number, number>>
}

export function openMachine(platform: NodeJS.Platform = process.platform, root = '/'): MachineReader {
  return platform === 'darwin' ? macos : linux(root)
}

const TICKS_PER_SECOND = 100

function linux(root: string): MachineReader {
  const at = (...parts: string[]) => join(root, ...parts)
  return {
    seesDesktops: existsSync(at('run/systemd/sessions')),
    idleMs: async () => {
      const inputs = [await lastKey(at('dev')), await lastDesktopInput(at('run/systemd/sessions'))]
      const known = inputs.filter((moment) => moment !== undefined)
      return known.length > 0 ? Math.max(0, Date.now() - Math.max(...known)) : undefined
    },
    isOnBattery: async () => {
      const folder = at('sys/class/power_supply')
      const states = await Promise.all(
        (await list(folder)).map(async (name) => {
          const read = (file: string) => readText(join(folder, name, file))
          // A mouse has a battery too.
          const isOurs = (await read('type')) === 'Battery' && (await read('scope')) !== 'Device'
          return isOurs && (await read('status')) === 'Discharging'
        }),
      )
      return states.includes(true)
    },
    temperature: async () => {
      const zones = await temperatures(at('sys/class/thermal'), /^thermal_zone/, /^temp$/)
      const sensors =
        zones.length > 0 ? zones : await temperatures(at('sys/class/hwmon'), /^hwmon/, /^temp\d+_input$/)
      return sensors.length > 0 ? Math.max(...sensors) : undefined
    },
    busySeconds,
    cpuSeconds: async (pids) => {
      const found = new Map<number, number>()
      for (const pid of pids) {
        const text = await readText(at('proc', String(pid), 'stat'))
        // The program's name is in brackets, and may contain anything.
        const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
        if (fields) found.set(pid, (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND)
      }
      return found
    },
  }
}

/** From the terminals: the kernel records when one was last typed into. Terminals that nobody opened were never read. */
async function lastKey(devices: string): Promise<number | undefined> {
  const terminals = [
    ...(await list(join(devices, 'pts')))
      .filter((name) => /^\d+$/.test(name))
      .map((name) => join('pts', name)),
    ...(await list(devices)).filter((name) => /^tty\d+$/.test(name)),
  ]
  const read = await Promise.all(
    terminals.map((name) =>
      stat(join(devices, name)).then(
        ({ atimeMs }) => atimeMs,
        () => undefined,
      ),
    ),
  )
  const known = read.filter((moment) => moment !== undefined)
  return known.length > 0 ? Math.max(...known) : undefined
}

/** From desktops, through logind: in use until the desktop says that it's idle. Undefined if there's none. */
async function lastDesktopInput(sessions: string): Promise<number | undefined> {
  const desktops: string[] = []
  for (const id of (await list(sessions)).filter((name) => /^\w+$/.test(name))) {
    const session = await readText(join(sessions, id))
    if (session && /^TYPE=(x11|wayland|mir)$/m.test(session) && /^CLASS=user$/m.test(session))
      desktops.push(id)
  }
  if (desktops.length === 0) return undefined
  const shown = await run(
    'loginctl',
    ['show-session', ...desktops, '-p', 'IdleHint', '-p', 'IdleSinceHint'],
    {
      timeout: 2_000,
    },
  ).catch(() => undefined)
  return shown ? lastInputOf(shown.stdout) : Date.now()
}

/** Parses the output of `loginctl show-session`, one paragraph per session. */
export function lastInputOf(printed: string): number {
  const moments = printed.split(/\n\s*\n/).map((session) => {
    const since = /^IdleSinceHint=(\d+)$/m.exec(session)?.[1]
    return /^IdleHint=yes$/m.test(session) && since ? Number(since) / 1000 : Date.now()
  })
  return Math.max(...moments)
}

async function temperatures(folder: string, place: RegExp, sensor: RegExp): Promise<number[]> {
  const found: number[] = []
  for (const name of (await list(folder)).filter((name) => place.test(name)))
    for (const file of (await list(join(folder, name))).filter((file) => sensor.test(file))) {
      const thousandths = Number(await readText(join(folder, name, file)))
      if (thousandths > 0) found.push(thousandths / 1000)
    }
  return found
}

const macos: MachineReader = {
  seesDesktops: true,
  idleMs: async () => {
    const { stdout } = await run('/usr/sbin/ioreg', ['-c', 'IOHIDSystem', '-d', '4'], { timeout: 2_000 })
    return idleMsOf(stdout)
  },
  isOnBattery: async () => {
    const { stdout } = await run('/usr/bin/pmset', ['-g', 'batt'], { timeout: 2_000 })
    return stdout.includes("'Battery Power'")
  },
  // Only root can read it.
  temperature: async () => undefined,
  busySeconds,
  cpuSeconds: async (pids) => {
    const { stdout } = await run('/bin/ps', ['-o', 'pid=,time=', '-p', pids.join(',')], { timeout: 2_000 })
    return cpuSecondsOf(stdout)
  },
}

/** Parses the output of `ioreg`, in nanoseconds. */
export function idleMsOf(printed: string): number | undefined {
  const times = [...printed.matchAll(/"HIDIdleTime" = (\d+)/g)].map(([, time]) => Number(time) / 1_000_000)
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Parses the output of `ps`: a pid and `[hours:]minutes:seconds` per line. */
export function cpuSecondsOf(printed: string): Map<number, number> {
  const rows = [...printed.matchAll(/^\s*(\d+)\s+([\d:.]+)\s*$/gm)]
  const seconds = (time: string) => time.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return new Map(rows.map(([, pid, time]) => [Number(pid), seconds(time!)]))
}

function busySeconds(): number {
  const busyMs = cpus().map(({ times: { user, nice, sys, irq } }) => user + nice + sys + irq)
  return busyMs.reduce((sum, ms) => sum + ms, 0) / 1000
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function readText(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )
}
