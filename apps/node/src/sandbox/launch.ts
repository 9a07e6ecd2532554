import ffi from 'node:ffi'
import { accessSync, constants, existsSync, openSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { frameOf, REPORTS_FD } from './frames.ts'
import type { Confinement } from './messages.ts'
import { seccompFilter } from './seccomp-filter.ts'

// Linux: gives up every right that a job doesn't need, then becomes the child. The rights stay given up across execve.

export interface Launch {
  /** What the child may read. */
  readable: string[]
  dataBytes: number
  /** All where it is missing. */
  coresMax?: number
  /** For the runtime that this process becomes. */
  execArgs: string[]
}

const launch: Launch = JSON.parse(process.argv[2]!)

const { syscall } = ffi.dlopen(null, {
  syscall: { arguments: Array(7).fill('int64'), return: 'int64' },
}).functions as { syscall: (...args: bigint[]) => bigint }

const numbers = {
  arm64: {
    fcntl: 25,
    capset: 91,
    prctl: 167,
    sched_setaffinity: 122,
    sched_getaffinity: 123,
    seccomp: 277,
    prlimit64: 261,
    setgroups: 159,
    setresgid: 149,
    setresuid: 147,
  },
  x64: {
    fcntl: 72,
    capset: 126,
    prctl: 157,
    sched_setaffinity: 203,
    sched_getaffinity: 204,
    seccomp: 317,
    prlimit64: 302,
    setgroups: 116,
    setresgid: 119,
    setresuid: 117,
  },
}[process.arch as 'arm64' | 'x64']

const LANDLOCK_CREATE_RULESET = 444
const LANDLOCK_ADD_RULE = 445
const LANDLOCK_RESTRICT_SELF = 446

const EXECUTE = 1n
const READ_FILE = 1n << 2n
const READ_DIR = 1n << 3n

const LIMITS = { FSIZE: [1, 0], DATA: [2, launch.dataBytes], CORE: [4, 0], NOFILE: [7, 1024] } as const
/** Threads count too. Only if the child has its own user, because other processes of the user would count as well. */
const PROCESSES_MAX = 256
const NPROC = 6

/** User ids that no distribution assigns, so that no other program runs as the child's user. */
const UID_FIRST = 62_000
const UIDS = 1_000

const CAP_DAC_OVERRIDE = 1 << 1
const CAP_DAC_READ_SEARCH = 1 << 2
const CAP_SETPCAP = 1 << 8
const PR_SET_KEEPCAPS = 8
const PR_SET_SECUREBITS = 28
const SECBIT_NO_SETUID_FIXUP = 1 << 2
const PR_SET_NO_NEW_PRIVS = 38
const PR_CAP_AMBIENT = 47

const confinement = confineOrExit()
writeSync(REPORTS_FD, frameOf({ is: 'confined', ...confinement }))
process.execve!(process.execPath, [process.execPath, ...launch.execArgs], process.env)

/** The operator reads what is written here. */
function confineOrExit(): Confinement {
  try {
    return confine()
  } catch (error) {
    writeSync(2, `${(error as Error).message}\n`)
    process.exit(1)
  }
}

function confine(): Confinement {
  if (!numbers) {
    if (process.getuid!() === 0)
      throw new Error('Jobs cannot be kept from running as root on this processor.')
    return { level: 'none', landlock: 0, uid: process.getuid!() }
  }
  for (const [resource, value] of Object.values(LIMITS)) limit(resource, value)
  if (launch.coresMax !== undefined) limitCores(launch.coresMax)
  // The runtime marks inherited descriptors to be closed at execve, but this one is the child's connection to us.
  call(numbers.fcntl, REPORTS_FD, 2, 0)
  const rules = landlockRules()
  const wasRoot = process.getuid!() === 0
  const uid = wasRoot ? leaveRoot() : process.getuid!()
  if (wasRoot) keepReadRight(uid, rules !== undefined)
  call(numbers.prctl, PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
  const landlock = rules === undefined ? 0 : applyLandlock(rules)
  const isFiltered = applySeccomp()
  return { level: landlock > 0 && isFiltered ? 'full' : isFiltered ? 'weak' : 'none', landlock, uid }
}

function limit(resource: number, value: number): void {
  const both = Buffer.alloc(16)
  both.writeBigUInt64LE(BigInt(value), 0)
  both.writeBigUInt64LE(BigInt(value), 8)
  call(numbers.prlimit64, 0, resource, both, 0)
}

/** The same cores for every child, the first of those that we may use, so that together they use no more. */
function limitCores(coresMax: number): void {
  const cores = Buffer.alloc(1024)
  const bytes = call(numbers.sched_getaffinity, 0, cores.length, cores)
  let left = coresMax
  for (let core = 0; core < bytes * 8; core += 1) {
    const [byte, bit] = [core >> 3, 1 << (core & 7)]
    if (!(cores[byte]! & bit)) continue
    if (left === 0) cores[byte]! &= ~bit
    else left -= 1
  }
  if (call(numbers.sched_setaffinity, 0, bytes, cores) !== 0)
    throw new Error('No jobs can run: the kernel does not limit their cores. Remove NODE_CORES.')
}

/** A child never runs as root, because root can read and signal everything. */
function leaveRoot(): number {
  const uid = UID_FIRST + (process.pid % UIDS)
  limit(NPROC, PROCESSES_MAX)
  const failed =
    call(numbers.prctl, PR_SET_KEEPCAPS, 1, 0, 0, 0) ||
    call(numbers.setgroups, 0, 0) ||
    call(numbers.setresgid, uid, uid, uid) ||
    call(numbers.setresuid, uid, uid, uid)
  if (failed) throw new Error('No jobs can run: this process is root and cannot become another user.')
  return uid
}

/**
 * Root may read what its child may not, for example a program in a folder that only root may enter. Only then, the child keeps one of
 * root's rights: to read files whatever their mode. Landlock still decides which files those are, so it needs Landlock.
 */
function keepReadRight(uid: number, hasLandlock: boolean): void {
  // These checks use only the new user's rights.
  const unreadable = launch.readable.find((path) => isRefused(path, constants.R_OK))
  const isRuntimeRefused = isRefused(process.execPath, constants.X_OK)
  if (!unreadable && !isRuntimeRefused) {
    if (!setCapabilities(0, 0)) throw new Error('No jobs can run: they would keep rights of root.')
    return
  }
  // Executing a file whatever its mode needs a separate right, which ends with the execution.
  const untilExecution = isRuntimeRefused ? CAP_DAC_OVERRIDE : 0
  const isKept =
    hasLandlock &&
    (keepCapabilities(CAP_DAC_READ_SEARCH | untilExecution, CAP_DAC_READ_SEARCH) ||
      // The usual container has only this one. It would let the child write too, which both Landlock and seccomp refuse.
      keepCapabilities(CAP_DAC_OVERRIDE, CAP_DAC_OVERRIDE))
  if (isKept) return
  const missing = hasLandlock ? 'the capability to do so all the same' : 'Landlock'
  throw new Error(
    `No jobs can run: they run as user ${uid}, which may not read ${unreadable ?? process.execPath}, and ${missing} is missing here. Use folders that all users may enter, or do not run the node as root.`,
  )
}

function isRefused(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EACCES'
  }
}

/**
 * The libraries that open pictures first check with access(2) whether a file exists. For users other than root this ignores capabilities,
 * unless this bit is set.
 */
function keepCapabilities(now: number, beyond: number): boolean {
  if (!setCapabilities(now | CAP_SETPCAP, 0)) return false
  call(numbers.prctl, PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP, 0, 0, 0)
  return setCapabilities(now, beyond)
}

/** `beyond` are those that remain after execve. */
function setCapabilities(now: number, beyond: number): boolean {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(0x20080522)
  const sets = Buffer.alloc(24)
  sets.writeUInt32LE(now, 0)
  sets.writeUInt32LE(now, 4)
  sets.writeUInt32LE(beyond, 8)
  if (call(numbers.capset, header, sets) !== 0) return false
  return beyond === 0 || call(numbers.prctl, PR_CAP_AMBIENT, 2, Math.log2(beyond), 0, 0) === 0
}

interface Rules {
  version: number
  paths: { fd: number; access: bigint }[]
}

/** Opened while we still can; undefined if the kernel has no Landlock. */
function landlockRules(): Rules | undefined {
  const version = call(LANDLOCK_CREATE_RULESET, 0, 0, 1)
  if (version <= 0) return undefined
  const loader = { arm64: '/lib/ld-linux-aarch64.so.1', x64: '/lib64/ld-linux-x86-64.so.2' }[
    process.arch as 'x64'
  ]
  // ONNX Runtime needs to know the processor, and is several times slower if it can't.
  const system = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache']
  const processor = ['/sys/devices/system/cpu', '/proc/cpuinfo', '/proc/meminfo', '/dev/null', '/dev/urandom']
  const read = [...launch.readable, dirname(process.execPath), ...system, ...processor]
  const rule = (path: string, fileAccess: bigint) => ({
    fd: openSync(path, constants.O_RDONLY | 0o10000000),
    access: statSync(path).isDirectory() ? fileAccess | READ_DIR : fileAccess,
  })
  return {
    version,
    paths: [
      ...read.filter((path) => existsSync(path)).map((path) => rule(path, READ_FILE)),
      ...[process.execPath, loader]
        .filter((path) => existsSync(path))
        .map((path) => rule(path, READ_FILE | EXECUTE)),
    ],
  }
}

/** Refuses everything that this version supports except for the rules: files, TCP, and (from 6 on) signals and abstract sockets. */
function applyLandlock({ version, paths }: Rules): number {
  const fileRights = version >= 5 ? 16n : version >= 3 ? 15n : version >= 2 ? 14n : 13n
  const attributes = Buffer.alloc(24)
  attributes.writeBigUInt64LE((1n << fileRights) - 1n, 0)
  attributes.writeBigUInt64LE(3n, 8)
  attributes.writeBigUInt64LE(3n, 16)
  const ruleset = call(LANDLOCK_CREATE_RULESET, attributes, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0)
  if (ruleset < 0) return 0
  for (const { fd, access } of paths) {
    const rule = Buffer.alloc(12)
    rule.writeBigUInt64LE(access, 0)
    rule.writeInt32LE(fd, 8)
    if (call(LANDLOCK_ADD_RULE, ruleset, 1, rule, 0) !== 0)
      throw new Error('A rule of the sandbox was not taken.')
  }
  return call(LANDLOCK_RESTRICT_SELF, ruleset, 0) === 0 ? version : 0
}

function applySeccomp(): boolean {
  const filter = seccompFilter(process.arch, process.pid)
  if (!filter) return false
  const program = Buffer.alloc(16)
  program.writeUInt16LE(filter.length / 8, 0)
  program.writeBigUInt64LE(ffi.getRawPointer(filter), 8)
  return call(numbers.seccomp, 1, 0, program) === 0
}

/** Returns -1 if the kernel refuses. Buffers are passed by address. */
function call(number: number, ...args: (number | Buffer)[]): number {
  const words = args.map((arg) => (typeof arg === 'number' ? BigInt(arg) : ffi.getRawPointer(arg)))
  while (words.length < 6) words.push(0n)
  return Number(syscall(BigInt(number), ...words))
}
