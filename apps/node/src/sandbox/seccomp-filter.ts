import { constants } from 'node:os'

type Arch = 'arm64' | 'x64'

/** Refused with any arguments. `[arm64, x64]`; from 424 on, numbers are the same everywhere. */
const refused: Record<string, [number | null, number | null]> = {
  // Network, and sockets of every kind.
  socket: [198, 41],
  socketpair: [199, 53],
  bind: [200, 49],
  listen: [201, 50],
  accept: [202, 43],
  accept4: [242, 288],
  connect: [203, 42],
  // Other processes.
  fork: [null, 57],
  vfork: [null, 58],
  execveat: [281, 322],
  ptrace: [117, 101],
  process_vm_readv: [270, 310],
  process_vm_writev: [271, 311],
  kcmp: [272, 312],
  tkill: [130, 200],
  rt_sigqueueinfo: [138, 129],
  rt_tgsigqueueinfo: [240, 297],
  pidfd_send_signal: [424, 424],
  pidfd_open: [434, 434],
  pidfd_getfd: [438, 438],
  process_madvise: [440, 440],
  process_mrelease: [448, 448],
  setpriority: [140, 141],
  ioprio_set: [30, 251],
  sched_setparam: [118, 142],
  sched_setscheduler: [119, 144],
  sched_setattr: [274, 314],
  sched_setaffinity: [122, 203],
  migrate_pages: [238, 256],
  move_pages: [239, 279],
  // Memory that outlives the process or can be loaded as a file.
  memfd_create: [279, 319],
  memfd_secret: [447, 447],
  shmget: [194, 29],
  shmat: [196, 30],
  semget: [190, 64],
  msgget: [186, 68],
  mq_open: [180, 240],
  add_key: [217, 248],
  request_key: [218, 249],
  keyctl: [219, 250],
  // Changes to files that need no open file.
  truncate: [45, 76],
  creat: [null, 85],
  rename: [null, 82],
  renameat: [38, 264],
  renameat2: [276, 316],
  mkdir: [null, 83],
  mkdirat: [34, 258],
  rmdir: [null, 84],
  link: [null, 86],
  linkat: [37, 265],
  symlink: [null, 88],
  symlinkat: [36, 266],
  unlink: [null, 87],
  unlinkat: [35, 263],
  mknod: [null, 133],
  mknodat: [33, 259],
  chmod: [null, 90],
  fchmod: [52, 91],
  fchmodat: [53, 268],
  fchmodat2: [452, 452],
  chown: [null, 92],
  lchown: [null, 94],
  fchown: [55, 93],
  fchownat: [54, 260],
  utime: [null, 132],
  utimes: [null, 235],
  futimesat: [null, 261],
  utimensat: [88, 280],
  setxattr: [5, 188],
  lsetxattr: [6, 189],
  fsetxattr: [7, 190],
  setxattrat: [463, 463],
  removexattr: [14, 197],
  lremovexattr: [15, 198],
  fremovexattr: [16, 199],
  removexattrat: [466, 466],
  name_to_handle_at: [264, 303],
  open_by_handle_at: [265, 304],
  // What others do with their files.
  inotify_init: [null, 253],
  inotify_init1: [26, 294],
  // Another view of the system, and other rights.
  unshare: [97, 272],
  setns: [268, 308],
  chroot: [51, 161],
  pivot_root: [41, 155],
  mount: [40, 165],
  umount2: [39, 166],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  setuid: [146, 105],
  setgid: [144, 106],
  setreuid: [145, 113],
  setregid: [143, 114],
  setresuid: [147, 117],
  setresgid: [149, 119],
  setfsuid: [151, 122],
  setfsgid: [152, 123],
  setgroups: [159, 116],
  personality: [92, 135],
  // Large and seldom tried parts of the kernel.
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [280, 321],
  perf_event_open: [241, 298],
  userfaultfd: [282, 323],
  fanotify_init: [262, 300],
  lookup_dcookie: [18, 212],
  modify_ldt: [null, 154],
  uselib: [null, 134],
  iopl: [null, 172],
  ioperm: [null, 173],
  // The machine itself.
  init_module: [105, 175],
  finit_module: [273, 313],
  delete_module: [106, 176],
  kexec_load: [104, 246],
  kexec_file_load: [294, 320],
  reboot: [142, 169],
  swapon: [224, 167],
  swapoff: [225, 168],
  settimeofday: [170, 164],
  clock_settime: [112, 227],
  adjtimex: [171, 159],
  clock_adjtime: [266, 305],
  sethostname: [161, 170],
  setdomainname: [162, 171],
  syslog: [116, 103],
  acct: [89, 163],
  quotactl: [60, 179],
  quotactl_fd: [443, 443],
  vhangup: [58, 153],
}

/** These take a structure that a filter can't read. Their callers fall back to the older call, which it can. */
const notThere = { clone3: 435, openat2: 437 }

/** The last call number of the newest kernel known here. For a child, later calls don't exist. */
const NUMBER_MAX = 470

const AUDIT_ARCH = { arm64: 0xc00000b7, x64: 0xc000003e }
const CLONE_THREAD = 0x10000
/** Write access, creation, truncation, a file without a name. */
const OPEN_TO_WRITE = 0o3 | 0o100 | 0o1000 | 0o20000000
/** F_SETOWN, F_SETSIG, F_SETOWN_EX: with these the kernel would send a signal on the child's behalf. */
const SIGNALLING_FCNTLS = [8, 10, 15]
/** TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP: words typed into a terminal, and signals again. */
const FORBIDDEN_IOCTLS = [0x5412, 0x541c, 0x8901, 0x8902]

const LOAD = 0x20
const IF_EQUAL = 0x15
const IF_GREATER = 0x25
const IF_ANY_BIT = 0x45
const RETURN = 0x06
const NUMBER_AT = 0
const ARCH_AT = 4
const argumentAt = (index: number) => 16 + index * 8

const ALLOW = 0x7fff0000
const KILL_PROCESS = 0x80000000
const failWith = (errno: number) => 0x50000 + errno
const { EPERM, EACCES, ENOSYS } = constants.errno

type Instruction = [code: number, ifTrue: number, ifFalse: number, value: number]

/** The seccomp program for a child with this process id; undefined on a processor whose call numbers aren't known here. */
export function seccompFilter(arch: string, pid: number): Buffer | undefined {
  if (arch !== 'arm64' && arch !== 'x64') return undefined
  const program: Instruction[] = [
    [LOAD, 0, 0, ARCH_AT],
    [IF_EQUAL, 1, 0, AUDIT_ARCH[arch]],
    [RETURN, 0, 0, KILL_PROCESS],
    [LOAD, 0, 0, NUMBER_AT],
    // The second set of numbers that x64 has (x32) lies above it too.
    [IF_GREATER, 0, 1, NUMBER_MAX],
    [RETURN, 0, 0, failWith(ENOSYS)],
    ...Object.values(notThere).flatMap((number) => refuse(number, ENOSYS)),
    ...Object.values(refused).flatMap(([arm64, x64]) => {
      const number = arch === 'arm64' ? arm64 : x64
      return number === null ? [] : refuse(number, EPERM)
    }),
    ...refusedByArgument(arch, pid),
    [RETURN, 0, 0, ALLOW],
  ]
  return encode(program)
}

function refuse(number: number, errno: number): Instruction[] {
  return [
    [IF_EQUAL, 0, 1, number],
    [RETURN, 0, 0, failWith(errno)],
  ]
}

function refusedByArgument(arch: Arch, pid: number): Instruction[] {
  const numbers = {
    arm64: { clone: 220, kill: 129, tgkill: 131, prlimit64: 261, openat: 56, fcntl: 25, ioctl: 29 },
    x64: { clone: 56, kill: 62, tgkill: 234, prlimit64: 302, openat: 257, fcntl: 72, ioctl: 16 },
  }[arch]
  return [
    // Threads, and no processes.
    ...when(numbers.clone, 0, [[IF_ANY_BIT, 0, 1, CLONE_THREAD]], ALLOW, failWith(EPERM)),
    ...when(numbers.kill, 0, [[IF_EQUAL, 0, 1, pid]], ALLOW, failWith(EPERM)),
    ...when(numbers.tgkill, 0, [[IF_EQUAL, 0, 1, pid]], ALLOW, failWith(EPERM)),
    ...when(
      numbers.prlimit64,
      0,
      [
        [IF_EQUAL, 1, 0, 0],
        [IF_EQUAL, 0, 1, pid],
      ],
      ALLOW,
      failWith(EPERM),
    ),
    ...when(numbers.openat, 2, [[IF_ANY_BIT, 0, 1, OPEN_TO_WRITE]], failWith(EACCES), ALLOW),
    ...(arch === 'x64' ? when(2, 1, [[IF_ANY_BIT, 0, 1, OPEN_TO_WRITE]], failWith(EACCES), ALLOW) : []),
    ...when(numbers.fcntl, 1, anyOf(SIGNALLING_FCNTLS), failWith(EPERM), ALLOW),
    ...when(numbers.ioctl, 1, anyOf(FORBIDDEN_IOCTLS), failWith(EPERM), ALLOW),
  ]
}

/** For one call: looks at one argument, and returns either way. */
function when(
  number: number,
  argument: number,
  tests: Instruction[],
  then: number,
  otherwise: number,
): Instruction[] {
  const body: Instruction[] = [
    [LOAD, 0, 0, argumentAt(argument)],
    ...tests,
    [RETURN, 0, 0, then],
    [RETURN, 0, 0, otherwise],
  ]
  return [[IF_EQUAL, 0, body.length, number], ...body]
}

function anyOf(values: number[]): Instruction[] {
  return values.map((value, at) => {
    const left = values.length - 1 - at
    return [IF_EQUAL, left, left === 0 ? 1 : 0, value]
  })
}

function encode(program: Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8)
  for (const [at, [code, ifTrue, ifFalse, value]] of program.entries()) {
    bytes.writeUInt16LE(code, at * 8)
    bytes.writeUInt8(ifTrue, at * 8 + 2)
    bytes.writeUInt8(ifFalse, at * 8 + 3)
    bytes.writeUInt32LE(value, at * 8 + 4)
  }
  return bytes
}
